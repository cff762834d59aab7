import type { BookingStatus } from "#domain/booking/status.ts";
import { mayBecome } from "#domain/booking/status.ts";
import { statusEvent } from "#domain/booking/timeline.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ActResult, BookingStore } from "./ports.ts";

type Input = { id: string; version: number; actor: string; warned?: boolean; to: Exclude<BookingStatus, "cancelled"> };

/** Takes a booking one step on, or back, by the table of steps. A cancelled one comes back if its nights are free. */
export function changeStatus(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  { to, ...order }: Input,
): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: ({ status: from }) => {
      if (!mayBecome(from, to)) {
        return { ok: false, reason: "refused", status: 409, message: `A booking that is ${from} cannot become ${to}.` };
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
