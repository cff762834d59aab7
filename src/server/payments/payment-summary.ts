import type { StoredBooking } from "#domain/booking/booking.ts";
import { feeIfCancelled } from "#domain/booking/cancellation.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { amountsDue } from "#domain/payments/plan.ts";
import { onTheWay, refundOnEnd } from "#domain/payments/refund.ts";
import { receiptNumber } from "./issue-receipt.ts";
import { paymentsIn, receiptsOf } from "./ledger-queries.ts";
import { refundsOf } from "./refund-queries.ts";
import { amountToPay, withinLimit } from "./amount-to-pay.ts";
import { openRequestOf } from "./request-queries.ts";
import type { PaymentNeeds } from "./ports.ts";

/** The payment section of the guest's booking page. */
export async function paymentSummary({ database, today, clock, provider }: PaymentNeeds, booking: StoredBooking) {
  const { db } = database;
  const [payments, refunds, receipts, request] = await Promise.all([
    paymentsIn(db, booking.id),
    refundsOf(db, booking.id),
    receiptsOf(db, booking.id),
    openRequestOf(db, booking.id),
  ]);
  const balance = balanceOf(booking, payments);
  const day = toLocalDate(await today());
  const nothing = { nowCents: 0, laterCents: 0, laterOn: null };
  // Nothing is due before the host accepts the request or the guest accepts the offer.
  const waitsForAcceptance = booking.waiting !== null && booking.waiting.for !== "payment";
  const dues =
    booking.plan && booking.status !== "cancelled" && !waitsForAcceptance
      ? amountsDue(booking.plan, balance, day)
      : nothing;
  // The amount on the payment page, which is limited to the largest payment that the provider allows.
  const payable = provider && withinLimit(await amountToPay(db, booking, day, clock()), provider);
  const dueNow = request ? request.amount_minor : dues.nowCents;
  const nowCents = payable ? Math.min(dueNow, payable.amountCents) : dueNow;
  const underWay = refunds.filter(({ state }) => state !== "done" && state !== "failed");
  return {
    currency: booking.plan?.currency ?? booking.sold.terms.currency,
    paidCents: balance.paidCents,
    nowCents,
    laterCents: dues.laterCents + dueNow - nowCents,
    laterOn: dues.laterOn,
    payCents: payable?.amountCents ?? 0,
    backIfCancelledCents: refundOnEnd(balance.paidCents, feeIfCancelled(booking, clock()), onTheWay(refunds)),
    testMode: provider !== null && !provider.live,
    refundCents: underWay.reduce((sum, refund) => sum + refund.amountCents, 0),
    receipts: receipts.map(receiptNumber),
  };
}
