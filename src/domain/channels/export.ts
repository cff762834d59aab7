import { nightsOf, type Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";

/** Nights that somebody has: a booking, a block of the owner, or a stay that a platform told us of. */
export type Held = {
  /** Names the record among all kinds, for ever: `booking:…`, `block:…`. */
  key: string;
  stay: Stay;
  /** The channel that told it, or the platform that sold it; null when it is the cottage's own. */
  from: string | null;
  kind: "booked" | "kept";
};

/** How far ahead platforms are told (S-52); nothing can be booked later than that. */
export const EXPORT_DAYS = 730;

/**
 * What a channel is told (S-50): everything that is held, but not what it told us itself; `own` are its names. A night
 * that its own stay shares with another record is told because of the other one. What is over, or later than the
 * window, is left out.
 */
export function heldFor(own: readonly string[], held: readonly Held[], today: LocalDate): Held[] {
  const end = addDays(today, EXPORT_DAYS);
  return held
    .filter(({ from, stay }) => (from === null || !own.includes(from)) && stay.checkOut >= today && stay.checkIn <= end)
    .sort((a, b) =>
      a.stay.checkIn === b.stay.checkIn ? compare(a.key, b.key) : compare(a.stay.checkIn, b.stay.checkIn),
    );
}

export function nightsOfAll(stays: readonly Stay[]): Set<LocalDate> {
  return new Set(stays.flatMap(nightsOf));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
