import { momentOf } from "../calendar/time-zone.ts";
import type { Booking } from "./booking.ts";
import { type CancellationPolicy, freeCancellationUntil } from "./cancellation.ts";
import type { BookingStatus } from "./status.ts";
import { nightCount, type Stay } from "./stay.ts";

/** What guests may do with their own stay, by the policy that was frozen into it. Each answer is null or says why not. */

type Held = Pick<Booking, "status" | "checkIn" | "checkOut" | "policy" | "source">;

/** The moment from which the guest is expected at the door. */
export function checkInMoment({ checkIn, policy }: { checkIn: Booking["checkIn"]; policy: CancellationPolicy }): Date {
  return momentOf(checkIn, policy.checkInTime, policy.timeZone);
}

const NOT_BEGUN: readonly BookingStatus[] = ["pending", "upcoming", "confirmed"];

export function refuseOwnCancel(booking: Held, now: Date): string | null {
  if (booking.status === "cancelled") return "This stay is already cancelled.";
  if (hasBegun(booking, now)) return "Check-in has started, so you can no longer cancel online. Please call us.";
  if (booking.source !== "direct") return "Please cancel on the website where you booked. It will let us know.";
  return null;
}

/**
 * After the free time has ended a stay may still get longer and change its guests; moving it away or cutting it short
 * would be a way around the fee.
 */
export function refuseOwnChange(booking: Held, wanted: Stay, now: Date): string | null {
  if (booking.status === "cancelled") return "This stay is cancelled. Please make a new booking.";
  if (booking.status === "pending") return "This stay isn't confirmed yet. You can change it once it is.";
  if (hasBegun(booking, now))
    return "Check-in has started, so you can no longer change your stay online. Please call us.";
  if (booking.source !== "direct")
    return "Please change your stay on the website where you booked. It will let us know.";
  const free = now <= freeCancellationUntil(booking.checkIn, booking.policy);
  const same = wanted.checkIn === booking.checkIn && nightCount(wanted) >= nightCount(booking);
  if (!free && !same) {
    return "The free cancellation period has ended, so online you can only make your stay longer. For other changes, please call us.";
  }
  return null;
}

function hasBegun(booking: Held, now: Date): boolean {
  return !NOT_BEGUN.includes(booking.status) || now >= checkInMoment(booking);
}
