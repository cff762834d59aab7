import { isAcceptedByConfirming } from "#domain/booking/booking.ts";
import { type BookingStatus, checkInOpens, isTooEarly, mayBecome } from "#domain/booking/status.ts";
import { spokenDay, statusEvent } from "#domain/booking/timeline.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { type ActResult, type BookingNeeds, type HostOrder, refuse } from "./ports.ts";

const HOUR_MS = 3_600_000;

/** The time limit for paying after a request is accepted, in hours. */
export type PayHours = () => Promise<number>;

/**
 * Changes a booking's status, if `mayBecome` and `isTooEarly` allow the change. An accepted booking that requires
 * payment waits for the payment first. A cancelled booking is restored if its nights are free.
 */
export async function changeStatus(
  { bookings, clock, payHours }: BookingNeeds & { payHours?: PayHours },
  { to, ...order }: HostOrder & { to: Exclude<BookingStatus, "cancelled"> },
): Promise<ActResult> {
  const at = clock();
  const payBy = payHours ? new Date(at.getTime() + (await payHours()) * HOUR_MS) : null;
  return bookings.act({
    ...order,
    at,
    decide: (booking) => {
      const { status: from, checkIn, policy } = booking;
      if (!mayBecome(from, to)) return refuse(`A booking that is ${from} cannot become ${to}.`);
      if (isTooEarly(booking, to, dayAt(at, policy.timeZone))) {
        return refuse(`You can check this guest in from ${spokenDay(checkInOpens(checkIn))}.`);
      }
      if (payBy && isAcceptedByConfirming(booking) && booking.plan?.mode === "required" && to !== "pending") {
        const waiting = { for: "payment", until: payBy, requestedStatus: to } as const;
        const event = "Accepted; waiting for the guest's payment";
        return { ok: true, act: "booking.status", event, next: { waiting } };
      }
      return {
        ok: true,
        act: "booking.status",
        event: statusEvent(from, to),
        next: { status: to, cancellationFeeCents: null },
      };
    },
  });
}
