import { nightsOf, type Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";

/** A record that occupies nights: a booking, a host's block, or an imported stay. */
export type Held = {
  /** A permanent id, unique across all kinds of records: `booking:…`, `block:…`. */
  key: string;
  stay: Stay;
  /** The channel to which the record is not published, because it sold the nights; null if it is published to all. */
  from: string | null;
  kind: "booked" | "kept";
};

/** How many days ahead we publish (S-52); nothing can be booked beyond that. */
export const EXPORT_DAYS = 730;

/**
 * What we publish to a channel (S-50): all occupied nights except those that came from that channel. `own` contains the
 * channel and its platform. A night that a stay of this channel shares with another record is still published, because
 * of the other record. Stays that ended before today or begin more than `EXPORT_DAYS` ahead are left out.
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
