import { feeWaivedEvent } from "#domain/booking/timeline.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ActResult, BookingStore } from "./ports.ts";

/** The host lets the fee of a cancelled stay go. What was kept for it is refunded, as after a cancellation. */
export function waiveFee(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  order: { id: string; version: number; actor: string },
): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: ({ status, cancellationFeeCents, currency }) => {
      if (status !== "cancelled" || !cancellationFeeCents) {
        return { ok: false, reason: "refused", status: 409, message: "This booking has no cancellation fee to waive." };
      }
      const event = feeWaivedEvent(cancellationFeeCents, currency);
      return { ok: true, act: "booking.fee", event, next: { cancellationFeeCents: 0 } };
    },
  });
}
