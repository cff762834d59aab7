import { addDays, eachDay, type LocalDate } from "#domain/calendar/local-date.ts";
import { earliestArrival } from "#domain/pricing/booking-notice.ts";
import type { Clock } from "../runtime/clock.ts";
import type { BookingStore, BookingTerms } from "./ports.ts";

const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b);
const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);

/**
 * The nights of `[from, to)` that cannot be sold because they are past, too soon, taken or too far ahead. Only free
 * nights are reported as too soon.
 */
export async function unavailableNights(
  {
    bookings,
    bookingTerms,
    clock,
  }: { bookings: BookingStore; bookingTerms: () => Promise<BookingTerms>; clock: Clock },
  span: { from: LocalDate; to: LocalDate },
  today: LocalDate,
): Promise<{ unavailable: LocalDate[]; tooSoon: LocalDate[]; earliestArrival: LocalDate }> {
  const { prices, timeZone } = await bookingTerms();
  const windowEnd = addDays(today, prices.windowDays);
  const start = later(today, earliestArrival(prices.notice, clock(), timeZone));
  const [from, to] = [later(span.from, today), earlier(span.to, windowEnd)];
  const taken = from < to ? await bookings.takenNights(from, to) : [];
  const before = eachDay(span.from, earlier(span.to, start));
  const after = eachDay(later(span.from, windowEnd), span.to);
  return {
    unavailable: [...before, ...taken.filter((night) => night >= start), ...after],
    tooSoon: before.filter((night) => night >= today && !taken.includes(night)),
    earliestArrival: start,
  };
}
