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
  if (booking.status === "cancelled") return "This stay is cancelled already.";
  if (hasBegun(booking, now))
    return "Check-in has begun, so this stay can no longer be cancelled here. Please call us.";
  if (booking.source !== "direct") return "Please cancel where you have booked; we hear of it from there.";
  return null;
}

/**
 * After the free time has ended a stay may still get longer and change its guests; moving it away or cutting it short
 * would be a way around the fee.
 */
export function refuseOwnChange(booking: Held, wanted: Stay, now: Date): string | null {
  if (booking.status === "cancelled") return "This stay is cancelled. Please book anew.";
  if (booking.status === "pending") return "This stay is not confirmed yet. It can be changed once it is.";
  if (hasBegun(booking, now)) return "Check-in has begun, so this stay can no longer be changed here. Please call us.";
  if (booking.source !== "direct") return "Please change the stay where you have booked; we hear of it from there.";
  const free = now <= freeCancellationUntil(booking.checkIn, booking.policy);
  const same = wanted.checkIn === booking.checkIn && nightCount(wanted) >= nightCount(booking);
  if (!free && !same) {
    return "The time of free changes is over: the stay can get longer, but not move or get shorter. Please call us.";
  }
  return null;
}

function hasBegun(booking: Held, now: Date): boolean {
  return !NOT_BEGUN.includes(booking.status) || now >= checkInMoment(booking);
}
