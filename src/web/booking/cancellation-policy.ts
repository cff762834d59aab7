import type { PublicSite } from "#contract/property.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { cityOf, dayAt, momentOf, type TimeZone, toLocalTime } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";
import type { CancellationStep, PriceDocument } from "#domain/pricing/price-document.ts";
import { formatDay, formatMoment } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";
import { say } from "../lib/say.ts";
import type { ShownQuote } from "./shown-price.ts";

type House = Pick<PublicSite, "houseTimes" | "timeZone">;

export type Charge = { step: CancellationStep; amountCents: Cents; amount: string };

const HOUR_MS = 3_600_000;

export function chargesOf(price: ShownQuote, { cancellation }: PriceDocument): Charge[] {
  return cancellation.map((step, place) => {
    const amountCents = price.cancellation[place]?.amountCents ?? 0;
    return { step, amountCents, amount: formatCents(amountCents, price.currency) };
  });
}

/** SPEC 9, with dates: what a guest who arrives on `checkIn` pays for cancelling, and from when. */
export function cancellationNotice(
  checkIn: LocalDate,
  house: House,
  charges: readonly Charge[],
  today: LocalDate,
): string {
  const texts = say.booking.cancellation;
  const [first, ...later] = charges;
  // A discount code may make the stay free.
  if (!first || charges.every(({ amountCents }) => amountCents === 0)) return texts.free;
  const free = firstFreeArrival(checkIn, house, first, today);
  if (free > checkIn) {
    // A later step may cost less than an earlier one.
    const [most = first] = charges.toSorted((a, b) => b.amountCents - a.amountCents);
    return texts.over(most, formatDay(free, "short"), first.step.fromHoursBefore);
  }
  const from = (charge: Charge) => deadlineText(stepMoment(checkIn, charge, house).toISOString(), house.timeZone);
  const rest = later.map((charge) => ({ ...charge, from: from(charge) }));
  return texts.until(from(first), first, rest);
}

function stepMoment(checkIn: LocalDate, { step }: Charge, { houseTimes, timeZone }: House): Date {
  const arrival = momentOf(checkIn, toLocalTime(houseTimes.checkInFrom), timeZone);
  return new Date(arrival.getTime() - step.fromHoursBefore * HOUR_MS);
}

/**
 * The first arrival date from `day` on that can still be cancelled free of charge after today. The page does not know
 * what time it is at the cottage, so a deadline that is today may already have passed.
 */
function firstFreeArrival(day: LocalDate, house: House, first: Charge, today: LocalDate): LocalDate {
  return dayAt(stepMoment(day, first, house), house.timeZone) > today
    ? day
    : firstFreeArrival(addDays(day, 1), house, first, today);
}

/** `Thu, Dec 3, 2026, 2:00 PM Colombo time`. */
export function deadlineText(iso: string, timeZone: TimeZone): string {
  return say.stay.localTime(formatMoment(iso, timeZone, "short"), cityOf(timeZone));
}
