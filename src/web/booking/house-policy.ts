import type { PublicSite } from "#contract/property.ts";
import { type CancellationPolicy, freeCancellationUntil, HOUSE_CANCELLATION } from "#domain/booking/cancellation.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { COTTAGE_TIME_ZONE, dayAt, type TimeZone, toLocalTime } from "#domain/calendar/time-zone.ts";
import { formatDay, formatMoment } from "../lib/format-date.ts";
import { formatCents } from "../lib/format-money.ts";

type House = Pick<PublicSite, "houseTimes" | "timeZone">;

export function housePolicy({ houseTimes, timeZone }: House): CancellationPolicy {
  return { ...HOUSE_CANCELLATION, checkInTime: toLocalTime(houseTimes.checkInFrom), timeZone };
}

/** SPEC 9's notice as a date: what a guest who arrives on `checkIn` may still do free of charge. */
export function cancellationNotice(checkIn: LocalDate, house: House, rateCents: number, today: LocalDate): string {
  const until = freeCancellationUntil(checkIn, housePolicy(house));
  const fee = `one night, ${formatCents(rateCents)}`;
  const said = deadlineText(until.toISOString(), house.timeZone);
  if (dayAt(until, house.timeZone) >= today) return `Free until ${said}; afterwards ${fee}`;
  const free = formatDay(firstFreeArrival(checkIn, house, today), "short");
  return `You pay one night at most, ${formatCents(rateCents)}. Arrive on ${free} or later, and cancellation is free up to 48 hours before check-in`;
}

/** The first arrival after `checkIn` whose free cancellation lasts beyond today. */
function firstFreeArrival(checkIn: LocalDate, house: House, today: LocalDate): LocalDate {
  const day = addDays(checkIn, 1);
  const until = freeCancellationUntil(day, housePolicy(house));
  return dayAt(until, house.timeZone) > today ? day : firstFreeArrival(day, house, today);
}

/** `Thu, Dec 3, 2026, 2:00 PM Kandy time`. */
export function deadlineText(iso: string, timeZone: TimeZone): string {
  return `${formatMoment(iso, timeZone, "short")} ${zoneName(timeZone)}`;
}

/** Guests know Kandy; the name of the zone is the city that the tables were made for. */
function zoneName(timeZone: TimeZone): string {
  if (timeZone === COTTAGE_TIME_ZONE) return "Kandy time";
  const city = timeZone.split("/").at(-1) ?? timeZone;
  return `${city.replaceAll("_", " ")} time`;
}
