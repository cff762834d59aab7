import type { BaseNeeds } from "../core/base-needs.ts";
import type { ConversationEntry } from "#contract/conversation.ts";
import type { MessagePicture } from "#contract/message-picture.ts";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Author, WrittenIn } from "#domain/messaging/conversation.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { HostNotification } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";

export type Message = {
  id: string;
  /** 1, 2, 3, ... within the stay. */
  place: number;
  author: Author;
  /** The host's account, or the address from which the host replied by email; empty for a guest. */
  writtenBy: string;
  writtenIn: WrittenIn;
  /** Empty if the message contains only pictures. */
  body: string;
  pictures: readonly MessagePicture[];
  at: Date;
  readAt: Date | null;
};

/** A message from the outbox that was sent to the guest. */
export type SentEntry = Extract<ConversationEntry, { kind: "sent" }>;

/** A picture in both sizes, without metadata. */
type PreparedPicture = { ok: true; width: number; height: number; small: Uint8Array; large: Uint8Array };

export type PictureNeeds = {
  pictures: {
    prepare: (bytes: Uint8Array) => Promise<PreparedPicture | { ok: false; refusal: PictureRefusal }>;
    files: {
      write: (name: string, bytes: Uint8Array, contentType: string) => Promise<void>;
      read: (name: string) => Promise<Uint8Array | null>;
      remove: (names: string[]) => Promise<void>;
    };
    /** Whether the disk has room for the pictures in addition to the bookings. */
    hasRoom: () => Promise<boolean>;
    notStored: (error: unknown) => void;
  };
};

export type ConversationNeeds = Pick<BaseNeeds, "database" | "record"> & {
  clock: () => Date;
  timeZone: () => Promise<string>;
  find: (bookingId: string, within?: Trx) => Promise<StoredBooking | null>;
  hasAccess: (bookingId: string, browserHash: string) => Promise<boolean>;
  /** The absolute URL of the guest's own page, including the secret that gives access. */
  ownLink: (bookingId: string, within?: Trx) => Promise<string>;
  cottageIn: (trx: Trx) => Promise<string>;
  sentTo: (bookingId: string, reader: Author) => Promise<SentEntry[]>;
  /** A phone number in E.164 format; null if it lacks a country code or is not valid. */
  toInternational: (phone: string) => Promise<string | null>;
  /** Whether replies to our emails are added to the conversation. */
  answersByEmail: boolean;
  canEmail: () => Promise<boolean>;
  mailGuest: (trx: Trx, email: GuestMail) => Promise<void>;
  notifyHost: (trx: Trx, notification: HostNotification) => Promise<void>;
  /** Notifies only the host's devices. */
  pushToHost: (trx: Trx, notification: HostNotification) => Promise<void>;
};
