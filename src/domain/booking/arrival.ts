import { addDays } from "../calendar/local-date.ts";
import { momentOf, type LocalTime } from "../calendar/time-zone.ts";
import type { Booking } from "./booking.ts";
import type { BookingStatus } from "./status.ts";

/** Early enough to plan the journey, late enough that a stranger who books far ahead learns nothing. */
export const ARRIVAL_NOTES_DAYS_BEFORE = 3;

const STAYING: readonly BookingStatus[] = ["upcoming", "confirmed", "checked-in"];

/** When the guest sees directions, instructions and WiFi: whole seconds of the cottage's clock, the end not included. */
export function arrivalNotesSpan(
  booking: Pick<Booking, "checkIn" | "checkOut" | "policy">,
  checkOutBy: LocalTime,
): { from: Date; until: Date } {
  const { checkInTime, timeZone } = booking.policy;
  return {
    from: momentOf(addDays(booking.checkIn, -ARRIVAL_NOTES_DAYS_BEFORE), checkInTime, timeZone),
    until: momentOf(booking.checkOut, checkOutBy, timeZone),
  };
}

/** From three days before check-in until check-out, for a stay that is certain and not over. */
export function mayReadArrivalNotes(
  booking: Pick<Booking, "status" | "checkIn" | "checkOut" | "policy">,
  checkOutBy: LocalTime,
  now: Date,
): boolean {
  const { from, until } = arrivalNotesSpan(booking, checkOutBy);
  return STAYING.includes(booking.status) && now >= from && now < until;
}
