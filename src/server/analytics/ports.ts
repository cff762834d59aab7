import type { Alert, SetupStep } from "#contract/analytics.ts";
import type { BookingSource } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { ImportedListing } from "#domain/channels/imported-stay.ts";
import type { Cents } from "#domain/money/money.ts";

export type CurrencySum = { currency: string; cents: Cents };

/** A source of alerts for the host. `parts.ts` adds the sources of other features. */
export type AlertSource = (today: LocalDate) => Promise<Alert[]>;

/** One set-up step. `done` checks the real state each time it is called. */
export type SetupSource = Omit<SetupStep, "done"> & { done: () => Promise<boolean> };

/** The nights of stays that are not cancelled. `month` has the format `2026-12`. */
export type NightSums = {
  month: string;
  source: BookingSource;
  nights: number;
  pricedNights: number;
  cents: Cents;
};
/** Bookings by the month of their check-in, including cancelled ones, but not those that were never booked. */
export type BookingSums = {
  month: string;
  status: BookingStatus;
  source: BookingSource;
  bookings: number;
  nights: number;
  /** Null for stays from platforms, because platforms' calendars do not include the number of guests. */
  people: number | null;
};

/** A stay that a platform has sold. */
export type ImportedStay = ImportedListing & {
  /** The nights that this stay holds. Nights of a double booking are missing if another record took them first. */
  heldNights: LocalDate[];
};
