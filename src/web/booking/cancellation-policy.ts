import type { PublicSite } from "#contract/property.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { dayAt, momentOf, type TimeZone, toLocalTime } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";
import { moneyText } from "#domain/money/currency.ts";
import { counted, hoursText, percentText } from "#domain/pricing/line-text.ts";
import type { CancellationStep, PriceDocument } from "#domain/pricing/price-document.ts";
import { formatDay, formatMoment } from "../lib/format-date.ts";
import type { ShownQuote } from "./shown-price.ts";

type House = Pick<PublicSite, "houseTimes" | "timeZone">;

/** What cancelling costs from so many hours before check-in on, in words and as an amount. */
export type Charge = { fromHoursBefore: number; text: string };

const HOUR_MS = 3_600_000;

export function chargesOf({ cancellationCents, currency }: ShownQuote, { cancellation }: PriceDocument): Charge[] {
  return cancellation.map((step, place) => ({
    fromHoursBefore: step.fromHoursBefore,
    text: chargeText(step, cancellationCents[place] ?? 0, currency),
  }));
}

function chargeText(step: CancellationStep, amountCents: Cents, currency: string): string {
  const amount = moneyText(amountCents, currency);
  if ("percent" in step) {
    return step.percent === 10_000
      ? `the whole price, ${amount}`
      : `${percentText(step.percent)} of the price, ${amount}`;
  }
  return `${step.nights === 1 ? "one night" : counted(step.nights, "night")}, ${amount}`;
}

/** SPEC 9's notice in dates: what a guest who arrives on `checkIn` pays for cancelling, and from when on. */
export function cancellationNotice(
  checkIn: LocalDate,
  house: House,
  charges: readonly Charge[],
  today: LocalDate,
): string {
  const [first, ...later] = charges;
  if (!first) return "Free";
  const until = stepMoment(checkIn, first, house);
  if (dayAt(until, house.timeZone) >= today) {
    const rest = later.map(
      (charge) =>
        `; from ${deadlineText(stepMoment(checkIn, charge, house).toISOString(), house.timeZone)} ${charge.text}`,
    );
    return `Free until ${deadlineText(until.toISOString(), house.timeZone)}; afterwards ${first.text}${rest.join("")}`;
  }
  const free = formatDay(firstFreeArrival(checkIn, house, first, today), "short");
  const most = charges.at(-1) ?? first;
  return `You pay ${most.text.replace(",", " at most,")}. Arrive on ${free} or later, and cancellation is free up to ${hoursText(first.fromHoursBefore)} before check-in`;
}

function stepMoment(checkIn: LocalDate, { fromHoursBefore }: Charge, { houseTimes, timeZone }: House): Date {
  const arrival = momentOf(checkIn, toLocalTime(houseTimes.checkInFrom), timeZone);
  return new Date(arrival.getTime() - fromHoursBefore * HOUR_MS);
}

/** The first arrival after `checkIn` whose free cancellation lasts beyond today. */
function firstFreeArrival(checkIn: LocalDate, house: House, first: Charge, today: LocalDate): LocalDate {
  const day = addDays(checkIn, 1);
  return dayAt(stepMoment(day, first, house), house.timeZone) > today
    ? day
    : firstFreeArrival(day, house, first, today);
}

/** `Thu, Dec 3, 2026, 2:00 PM Colombo time`. */
export function deadlineText(iso: string, timeZone: TimeZone): string {
  return `${formatMoment(iso, timeZone, "short")} ${zoneName(timeZone)}`;
}

/** The name of the zone is the city that the tables were made for. */
function zoneName(timeZone: TimeZone): string {
  const city = timeZone.split("/").at(-1) ?? timeZone;
  return `${city.replaceAll("_", " ")} time`;
}
