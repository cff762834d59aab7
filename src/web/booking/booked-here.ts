import { overlaps, type Stay } from "#domain/booking/stay.ts";
import { isLocalDate } from "#domain/calendar/local-date.ts";

const NAME = "latchkey-booked";

/** If the form is opened again in this tab, it says that the guest has booked those nights. */
export function rememberBooked({ checkIn, checkOut, id }: Stay & { id: string }): void {
  try {
    sessionStorage.setItem(NAME, `${checkIn} ${checkOut} ${id}`);
  } catch {
    // Storage may be full or turned off; the form then says only that the nights are taken.
  }
}

/** The id of the last booking made in this tab, if its nights overlap those of `stay`; otherwise null. */
export function bookedHere(stay: Stay): string | null {
  try {
    const [checkIn, checkOut, id = null] = sessionStorage.getItem(NAME)?.split(" ") ?? [];
    return isLocalDate(checkIn) && isLocalDate(checkOut) && overlaps({ checkIn, checkOut }, stay) ? id : null;
  } catch {
    return null;
  }
}
