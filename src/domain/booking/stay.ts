import { addDays, daysBetween, eachDay, type LocalDate } from "../calendar/local-date.ts";
import { DEFAULT_CHECK_IN_DAYS_AHEAD, DEFAULT_CHECK_OUT_DAYS_AHEAD } from "./limits.ts";

/** The guest sleeps at the cottage every night from `checkIn` up to, but not including, `checkOut`. */
export type Stay = { checkIn: LocalDate; checkOut: LocalDate };

/** The days on which a night of the stay begins. */
export function nightsOf(stay: Stay): LocalDate[] {
  return eachDay(stay.checkIn, stay.checkOut);
}

/** Counts calendar days, so that a clock change cannot add a night (R05). */
export function nightCount(stay: Stay): number {
  return daysBetween(stay.checkIn, stay.checkOut);
}

export function addedNights(before: Stay, after: Stay): LocalDate[] {
  return nightsOf(after).filter((night) => night < before.checkIn || night >= before.checkOut);
}

/** The added nights as spans: no span, one before or one after the old stay, both, or the whole new stay. */
export function addedSpans(before: Stay, after: Stay): Stay[] {
  if (!overlaps(before, after)) return [{ checkIn: after.checkIn, checkOut: after.checkOut }];
  const parts = [
    { checkIn: after.checkIn, checkOut: before.checkIn },
    { checkIn: before.checkOut, checkOut: after.checkOut },
  ];
  return parts.filter(({ checkIn, checkOut }) => checkIn < checkOut);
}

export function sameDates(a: Stay, b: Stay): boolean {
  return a.checkIn === b.checkIn && a.checkOut === b.checkOut;
}

export function contains(outer: Stay, inner: Stay): boolean {
  return outer.checkIn <= inner.checkIn && inner.checkOut <= outer.checkOut;
}

/** Two stays may touch: one guest can leave on the day the next arrives. */
export function overlaps(a: Stay, b: Stay): boolean {
  return a.checkIn < b.checkOut && b.checkIn < a.checkOut;
}

/** SPEC 4: check-in tomorrow, check-out four days from now. */
export function defaultStay(today: LocalDate): Stay {
  return {
    checkIn: addDays(today, DEFAULT_CHECK_IN_DAYS_AHEAD),
    checkOut: addDays(today, DEFAULT_CHECK_OUT_DAYS_AHEAD),
  };
}

/** SPEC 4: a check-in on or after the check-out moves the check-out to the day after the check-in. */
export function withCheckIn(stay: Stay, checkIn: LocalDate): Stay {
  return { checkIn, checkOut: checkIn < stay.checkOut ? stay.checkOut : addDays(checkIn, 1) };
}
