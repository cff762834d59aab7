import { momentOf } from "../calendar/time-zone.ts";
import type { Booking } from "./booking.ts";
import { type CancellationPolicy, freeCancellationOver } from "./cancellation.ts";
import type { BookingStatus } from "./status.ts";
import { nightCount, type Stay } from "./stay.ts";

/**
 * What guests may do with their own stay, under its stored policy. Each `refuse…` function returns the reason for a
 * refusal, or null.
 */

type Held = Pick<Booking, "status" | "checkIn" | "checkOut" | "policy" | "source">;

export function checkInMoment({ checkIn, policy }: { checkIn: Booking["checkIn"]; policy: CancellationPolicy }): Date {
  return momentOf(checkIn, policy.checkInTime, policy.timeZone);
}

export type CancelRefusal = "already-cancelled" | "begun-no-cancelling" | "cancel-elsewhere";
export type ChangeRefusal =
  | "cancelled-no-changing"
  | "not-confirmed-yet"
  | "begun-no-changing"
  | "change-elsewhere"
  | "only-longer";

const NOT_BEGUN: readonly BookingStatus[] = ["pending", "upcoming", "confirmed"];

/** A pending stay can be withdrawn even after the check-in time. */
export function refuseOwnCancel(booking: Held, now: Date): CancelRefusal | null {
  if (booking.status === "cancelled") return "already-cancelled";
  if (booking.status !== "pending" && hasBegun(booking, now)) return "begun-no-cancelling";
  if (booking.source !== "direct") return "cancel-elsewhere";
  return null;
}

/**
 * After free cancellation has ended, moving or shortening a stay would avoid the fee, and reducing the number of guests
 * could too, because it may lower the price. Extending the stay and adding guests would not.
 */
export function refuseOwnChange(
  booking: Held & { guestCount: number },
  requested: Stay & { guestCount: number },
  now: Date,
): ChangeRefusal | null {
  if (booking.status === "cancelled") return "cancelled-no-changing";
  if (booking.status === "pending") return "not-confirmed-yet";
  if (hasBegun(booking, now)) return "begun-no-changing";
  if (booking.source !== "direct") return "change-elsewhere";
  if (!freeCancellationOver(booking, now)) return null;
  const keepsArrival = requested.checkIn === booking.checkIn;
  const isSmaller = nightCount(requested) < nightCount(booking) || requested.guestCount < booking.guestCount;
  return keepsArrival && !isSmaller ? null : "only-longer";
}

function hasBegun(booking: Held, now: Date): boolean {
  return !NOT_BEGUN.includes(booking.status) || now >= checkInMoment(booking);
}
