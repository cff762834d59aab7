import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { nightCount, nightsOf, type Stay } from "./stay.ts";

/** The nights of `stay` that are gone. */
export function takenNights(stay: Stay, unavailable: ReadonlySet<LocalDate>): LocalDate[] {
  return nightsOf(stay).filter((night) => unavailable.has(night));
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
