import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { Stay } from "../booking/stay.ts";
import type { Cents } from "../money/money.ts";
import { type PricedNight, quoteNights } from "./quote.ts";
import type { SellingCalendar } from "./selling-calendar.ts";
import { departuresFrom } from "./stay-check.ts";

/** A stay that one more night makes cheaper. `nights` includes that night. */
export type Cliff = { nights: number; shorter: Stay; shorterCents: Cents; longerCents: Cents };

const CHECKED_DAYS = 365;

/**
 * Numbers of nights at which a stay costs less than a stay that is one night shorter, each with the largest difference
 * found.
 */
export function findCliffs(calendar: SellingCalendar, guests: number): Cliff[] {
  const { document, today, day } = calendar;
  // Only a discount for long stays can make more nights cost less.
  const steps = new Set(document.longerStays.map((tier) => tier.nights));
  const found = new Map<number, Cliff>();
  for (let arrival = 0; arrival < Math.min(CHECKED_DAYS, calendar.end) && steps.size > 0; arrival++) {
    const checkIn = addDays(today, arrival);
    const nights: PricedNight[] = [];
    let before: Cents | null = null;
    for (const { nights: length, refusal } of departuresFrom(calendar, arrival)) {
      const last = day(arrival + length - 1);
      nights.push({ date: last.date, priceCents: last.priceCents, from: last.priceFrom });
      const needed = steps.has(length) || steps.has(length + 1);
      if (refusal || !needed) {
        before = null;
        continue;
      }
      const total = quoteNights(document, nights, guests, { code: null, daysAhead: arrival }).totalCents;
      if (before !== null && total < before) keepGreatest(found, length, checkIn, before, total);
      before = total;
    }
  }
  return [...found.values()].toSorted((a, b) => a.nights - b.nights);
}

function keepGreatest(
  found: Map<number, Cliff>,
  nights: number,
  checkIn: LocalDate,
  shorterCents: Cents,
  longerCents: Cents,
) {
  const known = found.get(nights);
  if (known && known.shorterCents - known.longerCents >= shorterCents - longerCents) return;
  const shorter = { checkIn, checkOut: addDays(checkIn, nights - 1) };
  found.set(nights, { nights, shorter, shorterCents, longerCents });
}
