import { balanceOf } from "#domain/booking/payment.ts";
import { paymentRemovedEvent } from "#domain/booking/timeline.ts";
import { type ActResult, type BookingNeeds, type HostOrder, refuse } from "./ports.ts";

type Input = HostOrder & { paymentId: string };

/** Removes a payment that was recorded by mistake; it remains in the history. */
export function removePayment({ bookings, clock }: BookingNeeds, { paymentId, ...order }: Input): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: (booking, { payments }) => {
      const payment = payments.find((one) => one.id === paymentId);
      if (!payment) return refuse("This payment has already been removed.", 404);
      if (payment.fact) return refuse("This payment was made online. Refund it instead of removing it.");
      const others = payments.filter((one) => one.id !== paymentId);
      if (balanceOf(booking, others).paidCents < 0) {
        return refuse("This payment has been refunded, in full or in part. Remove the refund first.");
      }
      return {
        ok: true,
        act: "booking.payment.remove",
        event: paymentRemovedEvent(payment, booking.currency),
        next: {},
        removePayment: payment,
      };
    },
  });
}
