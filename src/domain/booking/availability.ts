import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { lastCheckOut } from "./refuse-stay.ts";
import type { StayRules } from "./stay-rules.ts";
import { nightCount, nightsOf, type Stay } from "./stay.ts";

/** The nights of `stay` that are gone. */
export function takenNights(stay: Stay, unavailable: ReadonlySet<LocalDate>): LocalDate[] {
  return nightsOf(stay).filter((night) => unavailable.has(night));
}

/**
 * The stay nearest to the wanted one that can be booked on the cottage's day `today`: of the same length, or of the longest
 * that is allowed. Null when there is none.
 */
export function nearestBookableStay(
  wanted: Stay,
  unavailable: ReadonlySet<LocalDate>,
  today: LocalDate,
  rules: StayRules,
): Stay | null {
  const until = lastCheckOut(today, rules);
  const nights = Math.min(nightCount(wanted), rules.longestStay);
  const latest = addDays(until, -nights);
  const checkIn = [today, wanted.checkIn, latest].toSorted()[1] ?? today;
  return nearestFreeStay({ checkIn, checkOut: addDays(checkIn, nights) }, unavailable, today, until);
}

/**
 * The free stay of the same length that begins nearest to the wanted one, inside `[from, until)`; on a tie the later one.
 * Null when there is none.
 */
export function nearestFreeStay(
  wanted: Stay,
  unavailable: ReadonlySet<LocalDate>,
  from: LocalDate,
  until: LocalDate,
): Stay | null {
  const nights = nightCount(wanted);
  for (let distance = 0; ; distance++) {
    const candidates = [addDays(wanted.checkIn, distance), addDays(wanted.checkIn, -distance)]
      .map((checkIn) => ({ checkIn, checkOut: addDays(checkIn, nights) }))
      .filter((stay) => stay.checkIn >= from && stay.checkOut <= until);
    const free = candidates.find((stay) => takenNights(stay, unavailable).length === 0);
    if (free) return free;
    const outside = addDays(wanted.checkIn, -distance) < from && addDays(wanted.checkIn, distance + nights) > until;
    if (outside) return null;
  }
}

/**
 * Whether a calendar may offer `day` while a stay is chosen. Before an arrival is chosen (`arrival` null) its own night
 * must be free. Afterwards the nights between the two must be, so that a guest can leave on the day another arrives; a
 * day before the arrival becomes the arrival itself.
 */
export function mayChoose(
  day: LocalDate,
  arrival: LocalDate | null,
  unavailable: ReadonlySet<LocalDate>,
  maxNights: number,
): boolean {
  if (arrival === null || arrival === day) return !unavailable.has(day);
  const stay = day > arrival ? { checkIn: arrival, checkOut: day } : { checkIn: day, checkOut: arrival };
  return nightCount(stay) <= maxNights && takenNights(stay, unavailable).length === 0;
}
