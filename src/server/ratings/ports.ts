import type { HostRating } from "#contract/ratings.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { Rating, Stars, StarTotals } from "#domain/messaging/rating.ts";
import type { Trx } from "../database/transaction.ts";

/** A stay as shown on its rating page. */
export type RatedStay = {
  bookingId: string;
  linkGeneration: number;
  reference: string;
  cottage: string;
  guestName: string;
  checkIn: LocalDate;
  checkOut: LocalDate;
  status: BookingStatus;
  checkOutBy: LocalTime;
  timeZone: TimeZone;
  given: Rating | null;
};

export type Span = { from: LocalDate; to: LocalDate };
export type Given = { bookingId: string; linkGeneration: number; stars: Stars; words: string; at: Date };

export type RatingStore = {
  stay: (bookingId: string) => Promise<RatedStay | null>;
  /**
   * Inserts or replaces the rating; a changed text is unpublished. `during` runs in the transaction. False if the guest's
   * links have ended meanwhile.
   */
  give: (given: Given, during: (trx: Trx) => Promise<void>) => Promise<boolean>;
  /** Null for a booking that does not exist. */
  linkGeneration: (bookingId: string) => Promise<number | null>;
  list: () => Promise<HostRating[]>;
  /** For the site: the first name is empty if the guest gave none. */
  published: () => Promise<{ name: string; words: string; checkOut: LocalDate }[]>;
  /** Null if the text has changed since. */
  publish: (
    order: { bookingId: string; published: boolean; words: string },
    during: (trx: Trx, rating: HostRating) => Promise<void>,
  ) => Promise<HostRating | "unknown" | "changed">;
  /** Of all ratings, published or not. */
  allStars: () => Promise<StarTotals>;
  /** Of stays that began in `[from, to)`. */
  starsIn: (span: Span) => Promise<StarTotals>;
  key: () => Promise<string>;
};
