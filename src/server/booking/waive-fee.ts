import { feeWaivedEvent } from "#domain/booking/timeline.ts";
import { type ActResult, type BookingNeeds, type HostOrder, refuse } from "./ports.ts";

/**
 * The host waives the fee for a cancelled stay. The amount that was kept for it is refunded, as after a cancellation.
 */
export function waiveFee({ bookings, clock }: BookingNeeds, order: HostOrder): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: ({ status, cancellationFeeCents, currency }) => {
      if (status !== "cancelled" || !cancellationFeeCents) {
        return refuse("This booking has no cancellation fee to waive.");
      }
      const event = feeWaivedEvent(cancellationFeeCents, currency);
      return { ok: true, act: "booking.fee", event, next: { cancellationFeeCents: 0 } };
    },
  });
}
