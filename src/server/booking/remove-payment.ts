import { balanceOf } from "#domain/booking/payment.ts";
import { paymentRemovedEvent } from "#domain/booking/timeline.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ActResult, BookingStore } from "./ports.ts";

type Input = { id: string; version: number; actor: string; paymentId: string };

/** Removes a payment that was recorded by mistake; it remains in the history. */
export function removePayment(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  { paymentId, ...order }: Input,
): Promise<ActResult> {
  return bookings.act({
    ...order,
    at: clock(),
    decide: (booking, { payments }) => {
      const payment = payments.find((one) => one.id === paymentId);
      if (!payment) {
        return { ok: false, reason: "refused", status: 404, message: "This payment has already been removed." };
      }
      if (payment.fact) {
        const message = "This payment was made online. Refund it instead of removing it.";
        return { ok: false, reason: "refused", status: 409, message };
      }
      const others = payments.filter((one) => one.id !== paymentId);
      if (balanceOf(booking, others).paidCents < 0) {
        const message = "This payment has been refunded, in full or in part. Remove the refund first.";
        return { ok: false, reason: "refused", status: 409, message };
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
