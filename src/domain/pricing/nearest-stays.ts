import { addDays, daysBetween } from "../calendar/local-date.ts";
import { nightCount, type Stay } from "../booking/stay.ts";
import type { SellingCalendar } from "./selling-calendar.ts";
import { priceStay } from "./quote.ts";
import { departuresFrom, type StayRefusal } from "./stay-check.ts";

/** We assume that guests would rather move a stay by a few days than add or lose a night. */
const NIGHTS_WEIGH = 3;

type Candidate = Stay & { distance: number };

/**
 * The bookable stays closest to the requested one, sorted by closeness. If there is a tie, the arrival that is closer
 * to the requested one comes first, then the later arrival.
 */
export function nearestStays(calendar: SellingCalendar, requested: Stay, most = 3): Stay[] {
  const { today, end } = calendar;
  const requestedNights = Math.max(1, nightCount(requested));
  const requestedArrival = daysBetween(today, requested.checkIn);
  const best: Candidate[] = [];
  const worst = () => (best.length < most ? Number.POSITIVE_INFINITY : (best.at(-1)?.distance ?? 0));
  for (const arrival of fromTheMiddle(requestedArrival, end)) {
    const moved = Math.abs(arrival - requestedArrival);
    if (moved >= worst()) break;
    for (const { nights, refusal } of departuresFrom(calendar, arrival)) {
      const distance = moved + NIGHTS_WEIGH * Math.abs(nights - requestedNights);
      if (refusal || distance >= worst()) continue;
      const checkIn = addDays(today, arrival);
      best.push({ checkIn, checkOut: addDays(checkIn, nights), distance });
      best.sort((a, b) => a.distance - b.distance);
      best.length = Math.min(best.length, most);
    }
  }
  return best.map(({ checkIn, checkOut }) => ({ checkIn, checkOut }));
}

/**
 * The alternatives for a guest whose stay was refused, with totals; none if there are too many guests, or if the
 * check-out is not after the check-in.
 */
export function offerInstead(
  calendar: SellingCalendar,
  { stay, guests, refusal }: { stay: Stay; guests: number; refusal: StayRefusal },
): (Stay & { totalCents: number })[] {
  if (refusal.rule === "guests" || refusal.rule === "order") return [];
  const { document, today } = calendar;
  return nearestStays(calendar, stay).map((one) => ({
    ...one,
    totalCents: priceStay(document, one, guests, { today }).totalCents,
  }));
}

/** Days counted from today, with those closest to the requested day first. */
function* fromTheMiddle(start: number, end: number): Generator<number> {
  const middle = Math.min(Math.max(start, 0), end - 1);
  yield middle;
  for (let step = 1; step < end; step++) {
    if (middle + step < end) yield middle + step;
    if (middle - step >= 0) yield middle - step;
  }
}
