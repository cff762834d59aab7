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
import type { Kept, Replan } from "#domain/messaging/replan.ts";
import type { StayHours } from "#domain/messaging/schedule.ts";
import type { FieldValue, MessageContent, Template } from "#domain/messaging/template.ts";
import type { HostNotification } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";

/** A message that is not sent: it never can be, or it need not be. */
export type NotSendable = { problem: string; needless: boolean };

/** An email to a guest, word by word. `link` is a path or an address of this site, and forgotten once the email is sent. */
export type GuestNotification = HostNotification & {
  bookingId: string | null;
  to: { name: string; address: string };
  language: Language;
};

/** A long text of the host's, in English and in whatever other languages the host has written it. */
export type HostText = { en: FieldValue } & Partial<Record<Language, FieldValue>>;

/** What the cottage says of itself in messages. */
export type House = StayHours & {
  name: string;
  location: string;
  /** Where the host is told things; empty while it is a sample, which is nobody's address. */
  host: { phone: string; email: string };
  /** What guests are told of them: a detail is empty as long as it is a sample that no host has confirmed. */
  forGuests: { address: string; phone: string; email: string };
  directions: HostText;
  /** What guests pay and when; said where nothing is paid online. */
  payNote: HostText;
  wifiPassword: string;
  arrivalNotes: HostText;
};

/** A message somebody has claimed to send. */
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
  /** Of an email to a guest that was written word by word. */
  language: Language | null;
  topic: string | null;
  /**
   * Of a push notification: the event. Of an email to a host: `host:` and the host's id, or what it is about where no host
   * can switch it off. Otherwise the day of the stay to which it belongs, or nothing.
   */
  anchor: string;
  /** Which of the host's own messages it is. */
  customId: string | null;
  /** What its reader was last told about the stay; null where the message is about no change. */
  known: KnownStay | null;
};

/** A language of a template and what stands in its places. */
export type WhatsappTemplate = { language: Language; places: string[] };

/** One message ready for its channel. `address` is a mailbox or a telephone number as E.164. */
export type Outgoing = {
  /** The same at every try: mail servers and mailboxes know a second copy by it. */
  id: string;
  type: MessageType;
  to: { name: string; address: string };
  language: Language;
  content: MessageContent;
  cottage: string;
  /** Where replies go: the host, or for the host's own notices the guest they are about. */
  replyTo: { name: string; address: string };
  /** The stay for the guest's calendar. */
  invitation: { method: "PUBLISH" | "CANCEL"; content: string } | null;
  /** What mailboxes show above the email (schema.org), as JSON. */
  card: string | null;
  /** The WhatsApp templates that say it, the best first: one that Meta has not approved is followed by the next. */
  whatsapp: WhatsappTemplate[];
  /** Whether nobody has vouched for the guest of its booking: neither a proven email nor the host. */
  unverified: boolean;
  /** What a WhatsApp message only points to: the guest reads it on their page. */
  words: MessageContent | null;
  /** Whether the host has rewritten it for this one guest. */
  rewritten: boolean;
  /** Mail that nobody needs for a stay says how to get no more of it. */
  unsubscribable: boolean;
  /** What a device of the host's shows; null for what goes another way. */
  push: PushNote | null;
};

/** Where one email to a host goes. `address` null: the cottage's contact address, as it is when it is sent. */
export type HostRecipient = { adminId: string; username: string; address: string | null };

/** What each host wants to hear by email, looked after elsewhere. */
export type HostReaders = {
  emailRecipients: (trx: Trx, event: HostEvent) => Promise<HostRecipient[]>;
  /** Whether this host is still there and still uses this address. */
  stillReads: (adminId: string, address: string | null) => Promise<boolean>;
  /** Whether a host is told of events at the cottage's contact address. */
  useContactAddress: () => Promise<boolean>;
};

/** The host's devices, looked after elsewhere. */
export type HostDevices = {
  interestedIn: (trx: Trx, event: HostEvent) => Promise<{ id: string; name: string }[]>;
  /** How much a device shows; null when it is gone. */
  detailFor: (deviceId: string) => Promise<PushDetail | null>;
  send: (deviceId: string, note: PushNote) => Promise<Outcome>;
};

/**
 * What became of a try. `temporary` may pass and is tried again, `permanent` never will; `channel` says that nothing
 * can leave this way at present, which is no fault of the message.
 */
export type Outcome =
  | { ok: true; providerId: string | null }
  | { ok: false; fault: "temporary"; reason: string; waitMs?: number }
  | { ok: false; fault: "permanent"; reason: string }
  /** There is nobody there any more who could miss it. */
  | { ok: false; fault: "skip"; reason: string }
  | { ok: false; fault: "channel"; reason: string; pauseMs: number; alarm: boolean };

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
  /** While the clock cannot be trusted, reminders wait, and so does what would be skipped because it is late. */
  clockIsSettled: boolean;
};

export type Outbox = {
  /** Takes up to `count` due messages for itself, until the lease ends. `cutOff`: those whose sender ended in the middle. */
  claim: (order: ClaimOrder) => Promise<ClaimedMessage[]>;
  /** Keeps a claim for another lease. */
  renew: (id: string, claim: string, now: Date) => Promise<void>;
  /** Marks messages that are out, all of them in one write. */
  sent: (claim: string, at: Date, messages: readonly SentMessage[]) => Promise<void>;
  tryAgain: (id: string, claim: string, facts: { at: Date; retryCount: number; note: string }) => Promise<void>;
  failed: (id: string, claim: string, note: string) => Promise<void>;
  skipped: (id: string, claim: string, note: string) => Promise<void>;
  pause: (channel: MessageChannel, until: Date, reason: string) => Promise<void>;
  /** Messages, claims and pauses that wait for longer than anything ever waits go on now. */
  putRightWaits: (now: Date) => Promise<void>;
};

/** A message to be written; what is left out is decided when it is sent. */
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

/** What is written into the outbox inside somebody else's transaction. */
export type QueueStore = {
  hours: (trx: Trx) => Promise<StayHours>;
  /** Where the guest has agreed to WhatsApp, the number. */
  whatsappOf: (trx: Trx, guestId: string) => Promise<string | null>;
  /** Writes messages; one whose key is known already is left as it is. */
  add: (trx: Trx, messages: readonly NewMessage[]) => Promise<void>;
  /** The host's own messages that are switched on. */
  customs: (trx: Trx) => Promise<CustomTiming[]>;
  /** A booking's messages by the clock as they stand. */
  kept: (trx: Trx, bookingId: string, now: Date) => Promise<Kept[]>;
  /** `why`: what is noted with messages that are withdrawn. */
  apply: (trx: Trx, booking: Pick<StoredBooking, "id">, plan: Replan, at: Date, why?: string) => Promise<void>;
  /** Takes back news of a booking that still wait: newer ones follow. */
  withdrawNews: (trx: Trx, bookingId: string, now: Date) => Promise<void>;
};

/** A stay that may still have messages to send, with those that it has. */
export type PlannedStay = Stay & {
  id: string;
  status: BookingStatus;
  createdAt: Date;
  channels: MessageChannel[];
  kept: Kept[];
};

export type StaysStore = {
  /** Stays that end on `since` or later. No booking is made or changed from here to the transaction's end. */
  planned: (trx: Trx, since: LocalDate, now: Date) => Promise<PlannedStay[]>;
};

/** Whether messages leave by a way, and if not, why; a sentence for people. */
export type Ways = Record<GuestChannel, { configured: boolean; problem: string | null }>;

/** The host's acts on one message. */
export type MessageActResult =
  | { ok: true; message: ScheduledMessage }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "stale" }
  | { ok: false; reason: "in-the-air" }
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
    /** As the audit log names it. */
    act: string;
    /** What changes in the row; null where that cannot be done to it any more. */
    decide: (message: ScheduledMessage) => MessageChanges | null;
  };
  act: (order: AdminMessages["order"]) => Promise<MessageActResult>;
};

export type SavedTemplate = { ok: true } | { ok: false; reason: "stale" };
export type TemplateStore = {
  read: (type: TemplateType, language: Language) => Promise<Template>;
  /** Every text that the host may rewrite; version 0 is the one that we begin with. */
  all: () => Promise<(Template & { type: TemplateType; language: Language; version: number })[]>;
  /** Writes the host's words, or takes them back with null, if nothing has changed since `version`. */
  save: (
    text: { type: TemplateType; language: Language },
    words: Template | null,
    version: number,
    during: (trx: Trx, before: Template) => Promise<void>,
  ) => Promise<SavedTemplate>;
};
