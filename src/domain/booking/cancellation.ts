import { momentOf, type LocalTime, type TimeZone } from "../calendar/time-zone.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";

/** Frozen into each booking when it is made: a later change of the house's policy leaves old bookings alone. */
export type CancellationPolicy = {
  freeUntilHoursBefore: number;
  feeNights: number;
  checkInTime: LocalTime;
  timeZone: TimeZone;
};

/** SPEC 9: free until 48 hours before check-in at 2 PM at the cottage, afterwards one night. */
export const HOUSE_CANCELLATION = { freeUntilHoursBefore: 48, feeNights: 1 } as const;

const HOUR_MS = 3_600_000;

/** The last moment of free cancellation. */
export function freeCancellationUntil(checkIn: LocalDate, policy: CancellationPolicy): Date {
  const arrival = momentOf(checkIn, policy.checkInTime, policy.timeZone);
  return new Date(arrival.getTime() - policy.freeUntilHoursBefore * HOUR_MS);
}

/**
 * What a cancellation at `now` costs: nothing up to the deadline, then the policy's nights, never more than the stay. "One
 * night" is the amount that was sold, so that a longer stay or an agreed total does not change it.
 */
export function cancellationFee(
  booking: { checkIn: LocalDate; totalCents: Cents; oneNightCents: Cents; policy: CancellationPolicy },
  now: Date,
): Cents {
  if (now <= freeCancellationUntil(booking.checkIn, booking.policy)) return 0;
  return Math.min(booking.totalCents, booking.oneNightCents * booking.policy.feeNights);
}
