import { balanceOf, type Payment } from "#domain/booking/payment.ts";
import { paymentEvent } from "#domain/booking/timeline.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { amountFromText, exactMoneyText, typedExamples } from "#domain/money/currency.ts";
import { MAX_CENTS } from "#domain/money/money.ts";
import { randomId } from "../runtime/ids.ts";
import { type ActResult, type BookingNeeds, type HostOrder, refuse } from "./ports.ts";

type Input = HostOrder & {
  /** The amount as the host typed it, in the currency of the booking. */
  payment: Pick<Payment, "kind" | "method" | "paidOn"> & { amount: string };
};

/**
 * Records money received or returned. More may be received than is due (a tip), but no more may be returned than was
 * received.
 */
export async function recordPayment(
  { bookings, clock, today }: BookingNeeds & { today: () => Promise<LocalDate> },
  { payment: { amount, ...typed }, ...order }: Input,
): Promise<ActResult> {
  const at = clock();
  if (typed.paidOn > (await today())) return refuse("The date cannot be in the future", 400, "paidOn");
  return bookings.act({
    ...order,
    at,
    decide: (booking, { payments }) => {
      const amountCents = amountFromText(amount, booking.currency) ?? 0;
      if (amountCents === 0)
        return refuse(`Enter an amount above zero, like ${typedExamples(booking.currency)}`, 400, "amount");
      const payment = { ...typed, amountCents };
      const { paidCents } = balanceOf(booking, payments);
      if (payment.kind === "refund" && payment.amountCents > paidCents) {
        return refuse(
          `Only ${exactMoneyText(paidCents, booking.currency)} was paid, so you can't refund more than that`,
          400,
          "amount",
        );
      }
      if (payment.kind === "payment" && paidCents + payment.amountCents > MAX_CENTS) {
        return refuse("That is more than the maximum for a booking; check the amount", 400, "amount");
      }
      const recorded = { ...payment, id: randomId(), recordedAt: at, recordedBy: order.actor, fact: null };
      return {
        ok: true,
        act: "booking.payment.add",
        event: paymentEvent(payment, booking.currency),
        next: {},
        addPayment: recorded,
      };
    },
  });
}
