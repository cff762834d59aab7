import { momentOf, type LocalTime, type TimeZone } from "../calendar/time-zone.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import type { BookingStatus } from "./status.ts";

/** Stored with each booking when it is made: later changes to the policy do not affect earlier bookings. */
export type CancellationPolicy = {
  /** When the first step begins, in hours before check-in; all steps, with their amounts, are stored with the price. */
  freeUntilHoursBefore: number;
  checkInTime: LocalTime;
  timeZone: TimeZone;
};

const HOUR_MS = 3_600_000;

export function freeCancellationUntil(checkIn: LocalDate, policy: CancellationPolicy): Date {
  return hoursBefore(checkIn, policy, policy.freeUntilHoursBefore);
}

export function freeCancellationOver({ checkIn, policy }: Pick<BookedStay, "checkIn" | "policy">, now: Date): boolean {
  return now > freeCancellationUntil(checkIn, policy);
}

function hoursBefore(
  checkIn: LocalDate,
  { checkInTime, timeZone }: Pick<CancellationPolicy, "checkInTime" | "timeZone">,
  hours: number,
): Date {
  return new Date(momentOf(checkIn, checkInTime, timeZone).getTime() - hours * HOUR_MS);
}

type Charge = { fromHoursBefore: number; amountCents: Cents };

/**
 * The time from which each cancellation charge applies, in order; none if cancelling costs nothing, for example because
 * the stay is free. No charge is more than the price of the stay.
 */
export function chargeTimes(
  checkIn: LocalDate,
  policy: Pick<CancellationPolicy, "checkInTime" | "timeZone">,
  { cancellation, totalCents }: { cancellation: readonly Charge[]; totalCents: Cents },
): { from: Date; amountCents: Cents }[] {
  const charges = cancellation.map(({ fromHoursBefore, amountCents }) => ({
    from: hoursBefore(checkIn, policy, fromHoursBefore),
    amountCents: Math.min(amountCents, totalCents),
  }));
  return charges.some(({ amountCents }) => amountCents > 0) ? charges : [];
}

type BookedStay = {
  checkIn: LocalDate;
  totalCents: Cents;
  policy: CancellationPolicy;
  sold: { cancellation: readonly Charge[] };
};

export function chargesOf({ checkIn, totalCents, policy, sold }: BookedStay) {
  return chargeTimes(checkIn, policy, { cancellation: sold.cancellation, totalCents });
}

/** What guests are told: the charges, the deadline for free cancellation, and whether it has passed. */
export function cancellationTimes(booking: BookedStay, now: Date) {
  return {
    cancellation: chargesOf(booking).map(({ from, amountCents }) => ({ from: from.toISOString(), amountCents })),
    freeCancellationUntil: freeCancellationUntil(booking.checkIn, booking.policy).toISOString(),
    freeCancellationOver: freeCancellationOver(booking, now),
  };
}

/** The cost of cancelling at `now`: the amount of the last step that has begun. */
export function cancellationFee(booking: BookedStay, now: Date): Cents {
  const begun = chargesOf(booking).filter(({ from }) => now > from);
  return begun.at(-1)?.amountCents ?? 0;
}

/** The most that cancelling can cost. A later step may cost less than an earlier one. */
export function highestFee(booking: BookedStay): Cents {
  return Math.max(0, ...chargesOf(booking).map(({ amountCents }) => amountCents));
}

/** The fee for cancelling now under the booking's stored policy; no fee while the booking is pending. */
export function feeIfCancelled(booking: BookedStay & { status: BookingStatus }, now: Date): Cents {
  return booking.status === "pending" ? 0 : cancellationFee(booking, now);
}
