import type { Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import type { BookingStore } from "./ports.ts";

/**
 * The taken nights around the stay, for the rule on gaps; `id` is null for a new booking. The stay's own nights are
 * checked elsewhere.
 */
export async function takenAround(
  bookings: BookingStore,
  { id, stay }: { id: string | null; stay: Stay },
  { smallestGap }: PriceDocument,
): Promise<Set<LocalDate>> {
  if (smallestGap === null) return new Set();
  const around = [addDays(stay.checkIn, -1), addDays(stay.checkOut, 1)] as const;
  const nights = await Promise.all([bookings.nightsOfOthers(id, ...around), bookings.keptNights(id, ...around)]);
  return new Set(nights.flat().filter((night) => night < stay.checkIn || night >= stay.checkOut));
}
