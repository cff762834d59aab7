import type { StoredBooking } from "#domain/booking/booking.ts";
import { feeIfCancelled } from "#domain/booking/cancellation.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { duesOf } from "#domain/payments/plan.ts";
import { onTheWay, refundOnEnd } from "#domain/payments/refund.ts";
import { receiptNumber } from "./issue-receipt.ts";
import { paymentsIn, receiptsOf } from "./ledger-queries.ts";
import { refundsOf } from "./refund-queries.ts";
import { openRequestOf } from "./request-queries.ts";
import type { PaymentNeeds } from "./ports.ts";

/** What the booking's own page says of money. */
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
  const dues = booking.plan && booking.status !== "cancelled" ? duesOf(booking.plan, balance, day) : nothing;
  const underWay = refunds.filter(({ state }) => state !== "done" && state !== "failed");
  return {
    currency: booking.plan?.currency ?? booking.sold.terms.currency,
    paidCents: balance.paidCents,
    ...dues,
    nowCents: request ? request.amount_minor : dues.nowCents,
    backIfCancelledCents: refundOnEnd(balance.paidCents, feeIfCancelled(booking, clock()), onTheWay(refunds)),
    testMode: provider !== null && !provider.live,
    refundCents: underWay.reduce((sum, refund) => sum + refund.amountCents, 0),
    receipts: receipts.map(receiptNumber),
  };
}
