import { lastCheckOut } from "#domain/booking/refuse-stay.ts";
import { eachDay, type LocalDate } from "#domain/calendar/local-date.ts";
import type { BookingStore, HouseTerms } from "./ports.ts";

const earlier = (a: LocalDate, b: LocalDate) => (a < b ? a : b);
const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);

/** The nights of `[from, to)` that cannot be sold: gone by, sold, or too far ahead. Nothing says which. */
export async function unavailableNights(
  { bookings, houseTerms }: { bookings: BookingStore; houseTerms: () => Promise<HouseTerms> },
  span: { from: LocalDate; to: LocalDate },
  today: LocalDate,
): Promise<LocalDate[]> {
  const windowEnd = lastCheckOut(today, (await houseTerms()).prices);
  const [from, to] = [later(span.from, today), earlier(span.to, windowEnd)];
  const sold = from < to ? await bookings.occupiedNights(from, to) : [];
  return [...eachDay(span.from, earlier(span.to, today)), ...sold, ...eachDay(later(span.from, windowEnd), span.to)];
}
