import * as z from "zod/mini";
import { overlaps, type Stay } from "#domain/booking/stay.ts";
import { localDate } from "#contract/fields.ts";

const NAME = "latchkey-booked";

const booked = z.object({ id: z.string(), checkIn: localDate(""), checkOut: localDate("") });
type Booked = z.output<typeof booked>;

/** Remembers the stay that was booked in this tab: whoever goes back to the form must not read that "somebody" has it. */
export function rememberBooked(stay: Booked): void {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(stay));
  } catch {
    // Storage may be full or switched off; the form then says only that the nights are taken.
  }
}

/** The booking made in this tab whose nights overlap these; null where there is none. */
export function bookedHere(stay: Stay): Booked | null {
  try {
    const read = booked.safeParse(JSON.parse(sessionStorage.getItem(NAME) ?? "null"));
    return read.success && overlaps(read.data, stay) ? read.data : null;
  } catch {
    return null;
  }
}
