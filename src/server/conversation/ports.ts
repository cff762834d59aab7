import type { ConversationEntry } from "#contract/conversation.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Language } from "#domain/language/language.ts";
import type { HostEvent } from "#domain/messaging/host-event.ts";
import type { Author, WrittenIn } from "#domain/messaging/conversation.ts";
import type { RecordAct } from "../core/host.ts";
import type { Database } from "../database/connect.ts";
import type { Trx } from "../database/transaction.ts";

export type Message = {
  id: string;
  /** 1, 2, 3, ... within the stay. */
  place: number;
  author: Author;
  writtenBy: string;
  writtenIn: WrittenIn;
  body: string;
  at: Date;
  readAt: Date | null;
};

/** A message of the outbox that has reached the guest. */
export type SentEntry = Extract<ConversationEntry, { kind: "sent" }>;

export type HostNotice = {
  key: string;
  event: HostEvent | null;
  subject: string;
  lines: readonly string[];
  link: string;
  topic: string;
};

export type ConversationNeeds = {
  database: Database;
  clock: () => Date;
  timeZone: () => Promise<string>;
  record: RecordAct;
  find: (bookingId: string, within?: Trx) => Promise<StoredBooking | null>;
  hasAccess: (bookingId: string, browserHash: string) => Promise<boolean>;
  /** The guest's own page, as an address that opens it. */
  ownLink: (bookingId: string, within?: Trx) => Promise<string>;
  cottageIn: (trx: Trx) => Promise<string>;
  sentTo: (bookingId: string, reader: Author) => Promise<SentEntry[]>;
  /** A telephone number as E.164; null for one that cannot be called from abroad. */
  dialled: (phone: string) => Promise<string | null>;
  /** Replies to our emails come back into the conversation. */
  answersByEmail: boolean;
  canEmail: () => Promise<boolean>;
  mailGuest: (
    trx: Trx,
    email: {
      key: string;
      bookingId: string;
      to: { name: string; address: string };
      language: Language;
      link: string;
      subject: string;
      lines: readonly string[];
    },
  ) => Promise<void>;
  notifyHost: (trx: Trx, notice: HostNotice) => Promise<void>;
  /** To the host's devices only. */
  pushToHost: (trx: Trx, notice: HostNotice) => Promise<void>;
  /** The topic of notifications to the host about what a guest of this booking did. */
  guestTopic: (bookingId: string) => string;
};
