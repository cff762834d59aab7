import { overlaps, type Stay } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";

const NAME = "latchkey-booked";

type Booked = Stay & { id: string };

/**
 * Remembers the stay that was booked in this tab, so that the form, if it is opened again, does not say that "somebody"
 * has booked those nights.
 */
export function rememberBooked(stay: Booked): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(stay));
  } catch {
    // Storage may be full or turned off; the form then says only that the nights are taken.
  }
}

/** The booking made in this tab whose nights overlap these; null if there is none. */
export function bookedHere(stay: Stay): Booked | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    return isBooked(kept) && overlaps(kept, stay) ? kept : null;
  } catch {
    return null;
  }
}

function isBooked(kept: unknown): kept is Booked {
  if (typeof kept !== "object" || kept === null || !("id" in kept && "checkIn" in kept && "checkOut" in kept))
    return false;
  return typeof kept.id === "string" && isLocalDate(kept.checkIn) && isLocalDate(kept.checkOut);
}
