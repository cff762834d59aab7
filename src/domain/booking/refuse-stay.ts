import { addDays, type LocalDate } from "../calendar/local-date.ts";
import type { StayRefusal } from "../pricing/stay-check.ts";
import { nightCount, type Stay } from "./stay.ts";
import { BOOKING_WINDOW_DAYS, MAX_NIGHTS_FOR_HOST, type StayRules } from "./limits.ts";

/**
 * Why no stay can be booked on these dates today, regardless of other bookings; null if one can be. `today` is the
 * current date at the property. These are the rules on dates from SPEC 5, and the limits that keep one request from
 * closing the calendar. `refuseStay` (`pricing/stay-check.ts`) applies them before all other rules.
 */
export function refuseDates(stay: Stay, today: LocalDate, { longestStay, windowDays }: StayRules): StayRefusal | null {
  if (stay.checkIn < today) return { rule: "past" };
  if (stay.checkOut <= stay.checkIn) return { rule: "order" };
  if (nightCount(stay) > longestStay) return { rule: "longest-stay", nights: longestStay };
  const lastCheckOut = addDays(today, windowDays);
  return stay.checkOut > lastCheckOut ? { rule: "horizon", lastCheckOut, days: windowDays } : null;
}

/** Leaves room for the preparation nights before a stay, which must be valid dates too. */
const FIRST_DAY_FOR_HOST: LocalDate = "2001-01-01";

/** Why a stay or block that the host enters is refused, or null. The host may enter past stays and longer stays. */
export function refuseHostStay(stay: Stay, today: LocalDate): string | null {
  if (stay.checkIn >= stay.checkOut) return "The last day must be after the first";
  if (stay.checkIn < FIRST_DAY_FOR_HOST) return "Choose days from 2001 onward";
  if (nightCount(stay) > MAX_NIGHTS_FOR_HOST) return `Choose at most ${MAX_NIGHTS_FOR_HOST} nights`;
  if (stay.checkOut > addDays(today, BOOKING_WINDOW_DAYS))
    return "Stays can be booked up to two years ahead; choose earlier dates";
  return null;
}
