import { addDays } from "../calendar/local-date.ts";
import { momentOf, type LocalTime } from "../calendar/time-zone.ts";
import { type StoredBooking, isVerified } from "./booking.ts";
import type { BookingStatus } from "./status.ts";

/** Early enough for guests to plan the journey; a stranger who books a date further ahead learns nothing yet. */
export const ARRIVAL_NOTES_DAYS_BEFORE = 3;

const STAYING: readonly BookingStatus[] = ["upcoming", "confirmed", "checked-in"];

/**
 * Whether the guest may see the arrival notes: `open` now, `later` once the time has come, `unverified` until the
 * booking is verified (`isVerified`) or paid online, `never` for a stay that is over, or for a booking that is not
 * upcoming, confirmed or checked in.
 */
export type ArrivalAccess = "open" | "later" | "unverified" | "never";
type Facts = Pick<StoredBooking, "status" | "checkIn" | "checkOut" | "policy" | "emailProvenAt" | "hostConfirmedAt">;

/**
 * When the guest sees the directions, the instructions and the WiFi password. The times of day are those in the
 * property's time zone; `until` is exclusive.
 */
export function arrivalNotesSpan(
  booking: Pick<Facts, "checkIn" | "checkOut" | "policy">,
  checkOutBy: LocalTime,
): { from: Date; until: Date } {
  const { checkInTime, timeZone } = booking.policy;
  return {
    from: momentOf(addDays(booking.checkIn, -ARRIVAL_NOTES_DAYS_BEFORE), checkInTime, timeZone),
    until: momentOf(booking.checkOut, checkOutBy, timeZone),
  };
}

/**
 * The only rule for showing the arrival notes: on the guest's page, and in emails, WhatsApp messages and calendar
 * files. `paidOnline` is false for everything that is sent, because even a guest who has paid may have typed in a
 * stranger's address.
 */
export function arrivalAccess(
  booking: Facts,
  { checkOutBy, now, paidOnline }: { checkOutBy: LocalTime; now: Date; paidOnline: boolean },
): ArrivalAccess {
  const { from, until } = arrivalNotesSpan(booking, checkOutBy);
  if (!STAYING.includes(booking.status) || now >= until) return "never";
  if (!isVerified(booking) && !paidOnline) return "unverified";
  return now < from ? "later" : "open";
}
