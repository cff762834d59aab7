import type { PushNote } from "../core/push-note.ts";
import type { ScheduledMessage } from "#contract/messaging.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { Language } from "#domain/language/language.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { CustomTiming } from "#domain/messaging/custom-message.ts";
import type { HostEvent, PushDetail } from "#domain/messaging/host-event.ts";
import type {
  GuestChannel,
  MessageChannel,
  MessageStatus,
  MessageType,
  TemplateType,
} from "#domain/messaging/message.ts";
import type { KnownStay } from "#domain/messaging/known-stay.ts";
import type { ExistingMessage, Replan } from "#domain/messaging/replan.ts";
import type { StayHours } from "#domain/messaging/schedule.ts";
import type { FieldValue, MessageContent, Template } from "#domain/messaging/template.ts";
import type { HostNotification } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";

/** A message that is not sent, because it cannot or need not be. */
export type NotSendable = { problem: string; needless: boolean };

/** An email to a guest with a finished text. `link` is a path or a URL of this site, deleted once the email is sent. */
export type GuestNotification = HostNotification & {
  bookingId: string | null;
  to: { name: string; address: string };
  language: Language;
};

/** A long text of the host's, in English and in the languages into which the host has translated it. */
export type HostText = { en: FieldValue } & Partial<Record<Language, FieldValue>>;

/** The property's data for messages. */
export type PropertyInfo = StayHours & {
  name: string;
  location: string;
  /** The address for host notifications; empty while it is the sample address. */
  host: { phone: string; email: string };
  /** Contact details for guests; empty while they are unconfirmed samples. */
  forGuests: { address: string; phone: string; email: string };
  directions: HostText;
  /** What guests pay and when; used if nothing is paid online. */
  payNote: HostText;
  wifiPassword: string;
  arrivalNotes: HostText;
};

/** A message claimed for sending. */
export type ClaimedMessage = {
  id: string;
  bookingId: string | null;
  type: MessageType;
  channel: MessageChannel;
  usefulUntil: Date | null;
  retryCount: number;
  interruptions: number;
  subject: string | null;
  body: string | null;
  link: string | null;
  to: { name: string; address: string } | null;
  /** For an email to a guest with a finished text. */
  language: Language | null;
  topic: string | null;
  /**
   * For a push notification: the event. For an email to a host: `host:` and the host's id, or the subject if no host
   * can switch it off. Otherwise the day of the stay that it belongs to, or nothing.
   */
  anchor: string;
  /** The id of a custom message. */
  customId: string | null;
  /** The stay as its recipient last knew it; null if the message is not about a change. */
  known: KnownStay | null;
};

/** A template's language and the values of its placeholders. */
export type WhatsappTemplate = { language: Language; places: string[] };

/** One message ready to be sent. `address` is a mailbox or a telephone number as E.164. */
export type Outgoing = {
  /** The same for every attempt, so that mail servers and mailboxes recognise duplicates. */
  id: string;
  type: MessageType;
  to: { name: string; address: string };
  language: Language;
  content: MessageContent;
  cottage: string;
  /** Where replies go: the host, or for host notifications the guest concerned. */
  replyTo: { name: string; address: string };
  /** The stay for the guest's calendar. */
  invitation: { method: "PUBLISH" | "CANCEL"; content: string } | null;
  /** Structured data for mailboxes (schema.org), as JSON. */
  card: string | null;
  /** The WhatsApp templates for it, the best first: if Meta has not approved one, the next is used. */
  whatsapp: WhatsappTemplate[];
  /** Whether the guest of its booking is unverified: neither a proven email nor the host's confirmation. */
  unverified: boolean;
  /** The WhatsApp message only links to it: the guest reads it on their page. */
  words: MessageContent | null;
  /** Whether the host has edited it for this one guest. */
  rewritten: boolean;
  /** Mail that a stay does not require says how to unsubscribe. */
  unsubscribable: boolean;
  /** What a host's device shows; null for other delivery methods. */
  push: PushNote | null;
};

/** Where one email to a host goes. `address` null: the property's contact address at the time of sending. */
export type HostRecipient = { adminId: string; username: string; address: string | null };

/** Each host's email notifications, implemented by another feature. */
export type HostReaders = {
  emailRecipients: (trx: Trx, event: HostEvent) => Promise<HostRecipient[]>;
  /** Whether this host still exists and still uses this address. */
  stillUsesAddress: (adminId: string, address: string | null) => Promise<boolean>;
  /** Whether a host gets notifications at the cottage's contact address. */
  useContactAddress: () => Promise<boolean>;
};

/** The host's devices, implemented by another feature. */
export type HostDevices = {
  interestedIn: (trx: Trx, event: HostEvent) => Promise<{ id: string; name: string }[]>;
  /** How much a device shows; null if it no longer exists. */
  detailFor: (deviceId: string) => Promise<PushDetail | null>;
  send: (deviceId: string, note: PushNote) => Promise<Outcome>;
};

/**
 * The result of an attempt. `temporary` is retried, `permanent` is not; `channel` means that the delivery method does
 * not work at present, whatever the message.
 */
export type Outcome =
  | { ok: true; providerId: string | null }
  | { ok: false; fault: "temporary"; reason: string; waitMs?: number }
  | { ok: false; fault: "permanent"; reason: string }
  /** The recipient no longer exists, so nobody will miss it. */
  | { ok: false; fault: "skip"; reason: string }
  | { ok: false; fault: "channel"; reason: string; pauseMs: number; alertHost: boolean };

export type Sender = {
  send: (message: Outgoing) => Promise<Outcome>;
  /** Ends idle connections. */
  close: () => void;
};

export type SentMessage = { id: string; providerId: string | null };
export type ClaimOrder = {
  channel: MessageChannel;
  claim: string;
  count: number;
  now: Date;
  cutOff: boolean;
  /** While the clock is unreliable, reminders wait, and so does what would be skipped because it is late. */
  clockIsSettled: boolean;
};

export type Outbox = {
  /** Claims up to `count` due messages until the lease ends. `cutOff`: those whose sender was interrupted. */
  claim: (order: ClaimOrder) => Promise<ClaimedMessage[]>;
  /** Extends a claim by another lease. */
  renew: (id: string, claim: string, now: Date) => Promise<void>;
  /** Marks sent messages, all in one write. */
  sent: (claim: string, at: Date, messages: readonly SentMessage[]) => Promise<void>;
  tryAgain: (id: string, claim: string, facts: { at: Date; retryCount: number; note: string }) => Promise<void>;
  failed: (id: string, claim: string, note: string) => Promise<void>;
  skipped: (id: string, claim: string, note: string) => Promise<void>;
  pause: (channel: MessageChannel, until: Date, reason: string) => Promise<void>;
  /** Makes messages, claims and pauses due that were postponed for longer than the code ever does. */
  resetOverlongWaits: (now: Date) => Promise<void>;
};

/** A message to be written; missing fields are decided when it is sent. */
export type NewMessage = {
  key: string;
  bookingId: string | null;
  type: MessageType;
  channel: MessageChannel;
  anchor?: string;
  customId?: string | null;
  due: Date;
  usefulUntil?: Date;
  subject?: string;
  body?: string;
  link?: string | undefined;
  to?: { name: string; address: string };
  language?: Language;
  topic?: string;
  /** As JSON. */
  knownStay?: string;
  at: Date;
};

/** What other features write into the outbox, in their own transaction. */
export type QueueStore = {
  hours: (trx: Trx) => Promise<StayHours>;
  /** The number for WhatsApp, if the guest has agreed. */
  whatsappOf: (trx: Trx, guestId: string) => Promise<string | null>;
  /** Writes messages; one whose key already exists is left unchanged. */
  add: (trx: Trx, messages: readonly NewMessage[]) => Promise<void>;
  /** The active custom messages. */
  customs: (trx: Trx) => Promise<CustomTiming[]>;
  /** A booking's scheduled messages as they are now. */
  existing: (trx: Trx, bookingId: string, now: Date) => Promise<ExistingMessage[]>;
  /** `why`: the reason stored with withdrawn messages. */
  apply: (trx: Trx, booking: Pick<StoredBooking, "id">, plan: Replan, at: Date, why?: string) => Promise<void>;
  /** Withdraws waiting emails about a booking: newer ones follow. */
  withdrawNews: (trx: Trx, bookingId: string, now: Date) => Promise<void>;
};

/** A stay that may still have messages to send, with its messages. */
export type PlannedStay = Stay & {
  id: string;
  status: BookingStatus;
  createdAt: Date;
  channels: MessageChannel[];
  existing: ExistingMessage[];
};

export type StaysStore = {
  /** Stays that end on `since` or later. No booking can be made or changed from here until the transaction ends. */
  planned: (trx: Trx, since: LocalDate, now: Date) => Promise<PlannedStay[]>;
};

/** Whether a delivery method works, and if not, why; a sentence for people. */
export type DeliveryStatus = Record<GuestChannel, { configured: boolean; problem: string | null }>;

/** The host's acts on one message. */
export type MessageActResult =
  | { ok: true; message: ScheduledMessage }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "stale" }
  | { ok: false; reason: "being-sent" }
  | { ok: false; reason: "refused" };

/** What an act may change in a message's row. */
export type MessageChanges = Partial<{
  status: MessageStatus;
  scheduled_for: string;
  next_try_at: string;
  useful_until: null;
  retry_count: number;
  interruptions: number;
  subject: string;
  body: string;
  note: string | null;
  skipped_by: "host" | null;
  claimed_by: null;
  lease_until: null;
}>;

export type AdminMessages = {
  order: {
    id: string;
    /** The version that the host was looking at. */
    version: number;
    actor: string;
    at: Date;
    /** The act's name in the audit log. */
    act: string;
    /** What changes in the row; null if that is no longer possible. */
    decide: (message: ScheduledMessage) => MessageChanges | null;
  };
  act: (order: AdminMessages["order"]) => Promise<MessageActResult>;
};

export type SavedTemplate = { ok: true } | { ok: false; reason: "stale" };
export type TemplateStore = {
  read: (type: TemplateType, language: Language) => Promise<Template>;
  /** Every text that the host can change; version 0 is the default. */
  all: () => Promise<(Template & { type: TemplateType; language: Language; version: number })[]>;
  /** Saves the host's text, or restores the default with null, if nothing has changed since `version`. */
  save: (
    text: { type: TemplateType; language: Language },
    words: Template | null,
    version: number,
    during: (trx: Trx, before: Template) => Promise<void>,
  ) => Promise<SavedTemplate>;
};
