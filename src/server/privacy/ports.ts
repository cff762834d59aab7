import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";

type Values = Record<string, unknown>;

export type Contact = { name: string; email: string; phone: string };
/**
 * The person behind a booking. If the host exports or erases their data, these are the guests of all stays with the
 * same email address, or just this guest if there is no email address. If their data expires, it is always just one
 * guest.
 */
export type Person = {
  guestIds: string[];
  stays: { id: string; reference: string; checkOut: LocalDate; over: boolean }[];
};

/**
 * Whose data is erased automatically: guests whose stay ended before a day; or guests of bookings for which nothing was
 * paid, and that were waiting for payment until they expired or were cancelled before a time.
 */
export type Expired = { endedBefore: LocalDate } | { unpaidBefore: Date };

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
  /** Deletes the files of pictures that no longer belong to a message. */
  deleteLeft: () => Promise<void>;
};
