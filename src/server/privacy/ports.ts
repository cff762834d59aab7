import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

type Values = Record<string, unknown>;

export type Contact = { name: string; email: string; phone: string };
/**
 * The person behind a booking: the guests of all stays with the same email address, or just this guest if there is no
 * email address.
 */
export type Person = {
  guestIds: string[];
  stays: { id: string; reference: string; checkOut: LocalDate; over: boolean }[];
};

/** Data from other calendars about the guests of our bookings. */
export type ImportedPeople = {
  dataOf: (bookingIds: readonly string[]) => Promise<Values[]>;
  erase: (trx: Trx, bookingIds: readonly string[], today: LocalDate) => Promise<void>;
  /** Deletes the text of the host's notes on stays that ended before the given day. */
  forgetNotes: (before: LocalDate) => Promise<void>;
};

/** The pictures that guests and the host have sent to each other. */
export type MessagePictures = {
  /** The picture as a `data:` URL; null if its file is missing. */
  read: (pictureId: string) => Promise<string | null>;
  /** Deletes the files of deleted messages. */
  deleteLeft: () => Promise<void>;
};

export type PrivacyStore = {
  personOf: (bookingId: string) => Promise<Person | null>;
  /** The person's data, by table, without technical data such as links, hashes and the ids of payment providers. */
  dataOf: (person: Person) => Promise<Record<string, Values[]>>;
  /** Removes the person; dates and amounts are kept. */
  erase: (person: Person, at: Date, actor: string | null) => Promise<void>;
  correct: (
    order: { bookingId: string; version: number; actor: string; at: Date },
    contact: Contact,
  ) => Promise<{ ok: true; version: number } | { ok: false; reason: "unknown" | "stale" | "erased" }>;
  /**
   * Up to 500 guests who have not been erased and whose stays ended before the given day. There is one entry per stay,
   * even for a returning guest.
   */
  peopleBefore: (day: LocalDate) => Promise<Person[]>;
  /** How many entries `peopleBefore` has in all. */
  countBefore: (day: LocalDate) => Promise<number>;
  /**
   * The guests of bookings for which nothing was paid, and that were waiting for payment until they expired or were
   * cancelled before the given time.
   */
  unpaidBefore: (moment: Date) => Promise<Person[]>;
  /**
   * Deletes the special requests of stays that ended before the given day, and their conversation messages from before
   * that day. Deletes the text of those stays' scheduled messages, and of messages from before that day that belong to
   * no stay, except those that are still waiting.
   */
  forgetWords: (day: LocalDate) => Promise<void>;
  /** Deletes emails from before the given time that asked people to verify their address before they could book. */
  forgetUnbooked: (moment: Date) => Promise<void>;
  forgetImportedNotes: ImportedPeople["forgetNotes"];
  forgetHashes: (before: Date, now: Date) => Promise<void>;
};
