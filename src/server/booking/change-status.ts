import type { BookingStatus } from "#domain/booking/status.ts";
import { checkInOpens, isTooEarly, mayBecome } from "#domain/booking/status.ts";
import { spokenDay, statusEvent } from "#domain/booking/timeline.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ActResult, BookingStore } from "./ports.ts";

type Input = { id: string; version: number; actor: string; warned?: boolean; to: Exclude<BookingStatus, "cancelled"> };

/** Takes a booking one step on, or back, by the table of steps. A cancelled one comes back if its nights are free. */
export function changeStatus(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  { to, ...order }: Input,
): Promise<ActResult> {
  const at = clock();
  const refused = (message: string) => ({ ok: false, reason: "refused", status: 409, message }) as const;
  return bookings.act({
    ...order,
    at,
    decide: (booking) => {
      const { status: from, checkIn, policy } = booking;
      if (!mayBecome(from, to)) return refused(`A booking that is ${from} cannot become ${to}.`);
      if (isTooEarly(booking, to, dayAt(at, policy.timeZone))) {
        return refused(`You can check this guest in from ${spokenDay(checkInOpens(checkIn))}.`);
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
