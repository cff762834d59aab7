import { balanceOf } from "#domain/booking/payment.ts";
import { onTheWay, refundOnWaiver } from "#domain/payments/refund.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import type { BookingListener } from "../core/booking-changes.ts";
import { payBack } from "./booking-listener.ts";
import { emailGuest } from "./email-guest.ts";
import type { PaymentNeeds } from "./ports.ts";
import { refundsOf } from "./refund-queries.ts";
import { openRequestOf, withdrawRequests } from "./request-queries.ts";

/**
 * If the host waives the fee for a cancelled stay, a payment link for it ends, and what was kept for it is refunded, or
 * the host is asked to pay it back. The guest gets an email, because the page and the email about the cancellation
 * stated the fee. If the stay is restored, a payment link for the fee ends, and an unsent email about the waived fee is
 * withdrawn.
 */
export function createWaivedFeeListener(needs: PaymentNeeds): BookingListener {
  return {
    bookingChanged: async (trx, { act, actor, at, before, after: booking }) => {
      const isRestored = before?.status === "cancelled" && booking.status !== "cancelled";
      if (!before || (act !== "booking.fee" && !isRestored)) return;
      const { paidCents, dueCents } = balanceOf(before, await paymentsOf(trx, booking.id));
      const request = await openRequestOf(trx, booking.id);
      // A link for more than is due is for something else.
      if (request && request.amount_minor <= dueCents) await withdrawRequests(needs, trx, booking.id, at);
      if (isRestored) return needs.withdrawMail(trx, booking.id, "no-fee");

      const underWay = onTheWay(await refundsOf(trx, booking.id));
      const feeCents = before.cancellationFeeCents ?? 0;
      const amountCents = refundOnWaiver(paidCents, feeCents, underWay);
      await payBack(needs, trx, { booking, amountCents, by: actor });
      const { currency } = booking;
      await emailGuest(needs, trx, booking, {
        key: `fee-waived:${booking.id}:${booking.version}`,
        usefulUntil: null,
        asksFor: "no-fee",
        ...(amountCents > 0 ? { amount: { amountCents, currency } } : {}),
        write: ({ feeWaived }, { facts, money }) => feeWaived(facts, money(feeCents, currency)),
      });
    },
  };
}
