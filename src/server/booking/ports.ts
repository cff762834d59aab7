import type { Booking, BookingWithGuest } from "#domain/booking/booking.ts";
import type { CancellationPolicy } from "#domain/booking/cancellation.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { TimeZone } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";

export type Submit = { key: string; call: string; body: unknown };
export type Registrant = { browserHash: string | null; addressHash: string };

/** What a booking needs to know of the cottage at the moment of sale. */
export type HouseTerms = { rateCents: Cents; timeZone: TimeZone; policy: CancellationPolicy };

export type NewBooking = Booking & {
  /** The guest must have been registered by the same browser or network, after this moment, and not be claimed yet. */
  registrant: Registrant;
  registeredAfter: Date;
  /** This browser will see the confirmation in full. */
  accessHash: string;
};

export type AddBookingResult =
  | { ok: true; id: string; reference: string }
  | { ok: false; reason: "nights-taken"; nights: LocalDate[] }
  | { ok: false; reason: "guest-unknown" }
  | { ok: false; reason: "key-reused" };

export type HistoryEntry = { at: Date; actor: string; event: string };

export type BookingStore = {
  /** One transaction: claims the guest and every night, and writes the booking; or changes nothing. */
  addIfFree: (booking: NewBooking, submit: Submit | null) => Promise<AddBookingResult>;
  find: (id: string) => Promise<BookingWithGuest | null>;
  /** Whether the browser may see the booking in full. */
  hasAccess: (id: string, browserHash: string) => Promise<boolean>;
  list: () => Promise<BookingWithGuest[]>;
  history: (id: string) => Promise<HistoryEntry[]>;
  /** Sold nights in `[from, to)`, in order. */
  occupiedNights: (from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
};
