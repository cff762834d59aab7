import type { Language } from "#domain/language/language.ts";
import type { HostEvent, PushDetail } from "#domain/messaging/host-event.ts";
import type { GuestDeliveryMethod, DeliveryMethod, MessageType } from "#domain/messaging/message.ts";
import type { KnownStay } from "#domain/messaging/known-stay.ts";
import type { MessageContent } from "#domain/messaging/template.ts";
import type { HostRecipient, PushNote } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";

/** A message that is not sent because sending it is impossible or unnecessary. */
export type NotSendable = { problem: string; needless: boolean };

/** A message that has been claimed for sending, or that is composed only to be read. */
export type ClaimedMessage = {
  id: string;
  bookingId: string | null;
  type: MessageType;
  channel: DeliveryMethod;
  usefulUntil: Date | null;
  retryCount: number;
  /**
   * The delivery service's id for the last attempt that it accepted. If the message is still waiting, the service did
   * not deliver that attempt.
   */
  providerId: string | null;
  interruptions: number;
  subject: string | null;
  body: string | null;
  link: string | null;
  to: { name: string; address: string } | null;
  /** Set only for an email with ready-made text to a guest, and for a test of a custom message. */
  language: Language | null;
  topic: string | null;
  /**
   * For a push notification, this is the event. For an email to a host or a cleaner, it is `host:` and the host's id,
   * or one of `ALWAYS_SENT` if no host can switch the email off. For a cancellation that ended a request or an offer,
   * it says which. Otherwise, it is the day of the stay or the time of the booking relative to which the message is
   * scheduled, or empty.
   */
  anchor: string;
  customId: string | null;
  /** The stay as the message's recipient last knew it; null if the message does not list changes. */
  known: KnownStay | null;
  /**
   * What the sent message said about the stay; null if the message does not list changes, or nothing has changed since.
   */
  told: KnownStay | null;
  /** Whether the message has been sent, and is only composed to be read. */
  sent: boolean;
};

/** A template's language and the values of its placeholders. */
export type WhatsappTemplate = { language: Language; places: string[] };

/**
 * One message that is ready to be sent. `address` is an email address, a telephone number in E.164 format or the id of
 * a device.
 */
export type Outgoing = {
  /** The same for every attempt, so that mail servers and mail programs recognise duplicates. */
  id: string;
  type: MessageType;
  to: { name: string; address: string };
  language: Language;
  content: MessageContent;
  cottage: string;
  /** Where replies go: to the host or, for a notification about what a guest has done, to that guest. */
  replyTo: { name: string; address: string };
  /** The calendar entry for the guest's stay. */
  invitation: { method: "PUBLISH" | "CANCEL"; content: string } | null;
  /** Structured data for mailboxes (schema.org), as JSON. */
  card: string | null;
  /**
   * The WhatsApp templates, in the order in which they are tried: if Meta has not approved a template, the next one is
   * used.
   */
  whatsapp: WhatsappTemplate[];
  /**
   * Whether the guest of the message's booking is unverified: they have no verified email address, and the host has not
   * confirmed the booking.
   */
  unverified: boolean;
  /** The full message, which the guest reads on their page if the WhatsApp message only links to it; otherwise null. */
  fullMessage: MessageContent | null;
  /** Whether the host has edited the message for this guest, and WhatsApp has not rejected that text. */
  rewritten: boolean;
  /**
   * The host's mailbox, which the email gives as the address for unsubscribing; empty to give the sender's mailbox. It
   * is null for emails that are needed for the stay. A person has to read this mailbox, because an empty reply is not
   * added to the conversation.
   */
  unsubscribeAt: string | null;
  /** What a host's device shows; null for other delivery methods. */
  push: PushNote | null;
};

/** For messages without anything beyond their text. */
export const TEXT_ONLY = {
  invitation: null,
  card: null,
  whatsapp: [],
  fullMessage: null,
  rewritten: false,
  unsubscribeAt: null,
  push: null,
} satisfies Partial<Outgoing>;

export type HostReaders = {
  emailRecipients: (trx: Trx, event: HostEvent) => Promise<HostRecipient[]>;
  /** Whether a host still gets notifications in this mailbox, which may be shared. */
  areStillAt: (address: string) => Promise<boolean>;
  /** The host's first address for notifications; null if the host uses the cottage's contact address. */
  ownAddress: (adminId: string) => Promise<string | null>;
  /** Whether a host gets notifications at the cottage's contact address. */
  useContactAddress: () => Promise<boolean>;
};

export type HostDevices = {
  interestedIn: (trx: Trx, event: HostEvent) => Promise<{ id: string; name: string }[]>;
  /** How much detail a device shows; null if the device no longer exists. */
  detailFor: (deviceId: string) => Promise<PushDetail | null>;
  send: (deviceId: string, note: PushNote) => Promise<Outcome>;
};

/**
 * The result of an attempt. A `temporary` failure is retried for a limited time, a `permanent` one is not. `skip`: not
 * sent, but the host need not know, for example because the recipient no longer exists. `channel`: the delivery method
 * does not work at present.
 */
export type Outcome =
  | { ok: true; providerId: string | null }
  | { ok: false; fault: "temporary"; reason: string; waitMs?: number }
  | { ok: false; fault: "permanent" | "skip"; reason: string }
  | { ok: false; fault: "channel"; reason: string; pauseMs: number; alertHost: boolean };

export type Sender = {
  send: (message: Outgoing) => Promise<Outcome>;
  /** Closes idle connections. */
  close: () => void;
};

/** A message for the outbox. The values of omitted fields are determined when the message is sent. */
export type NewMessage = {
  key: string;
  bookingId: string | null;
  type: MessageType;
  channel: DeliveryMethod;
  anchor?: string;
  customId?: string | null;
  due: Date;
  usefulUntil?: Date | null;
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

/** Whether a delivery method works, and if not, a sentence that tells the host why. */
export type DeliveryStatus = Record<GuestDeliveryMethod, { configured: boolean; problem: string | null }>;
