import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { PriceDocument, PromoCode } from "#domain/pricing/price-document.ts";

/** What the quote needs from the other features. */
export type QuoteNeeds = {
  clock: () => Date;
  prices: () => Promise<PriceDocument>;
  today: () => Promise<LocalDate>;
  /** Nights of `[from, to)` that no guest can book. */
  takenNights: (from: LocalDate, to: LocalDate) => Promise<LocalDate[]>;
  arrival: () => Promise<{ checkInTime: LocalTime; timeZone: TimeZone }>;
};

/** A code with the number of its bookings that are not cancelled. */
export type CountedCode = PromoCode & { uses: number };
