import type { StoredBooking } from "#domain/booking/booking.ts";
import { feeIfCancelled } from "#domain/booking/cancellation.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { duesOf } from "#domain/payments/plan.ts";
import { onTheWay, refundOnEnd } from "#domain/payments/refund.ts";
import { receiptNumber } from "./issue-receipt.ts";
import { paymentsIn, receiptsOf } from "./ledger-queries.ts";
import { refundsOf } from "./refund-queries.ts";
import { askedOf, withinLimit } from "./open-checkout.ts";
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
  // Nothing is due before the host has said yes, or the guest has accepted an offer.
  const waitsForYes = booking.waiting !== null && booking.waiting.for !== "payment";
  const dues =
    booking.plan && booking.status !== "cancelled" && !waitsForYes ? duesOf(booking.plan, balance, day) : nothing;
  // What the payment page asks for: one payment may not be as large as what is due.
  const asked = provider && withinLimit(await askedOf(db, booking, day, clock()), provider);
  const dueNow = request ? request.amount_minor : dues.nowCents;
  const nowCents = asked ? Math.min(dueNow, asked.amountCents) : dueNow;
  const underWay = refunds.filter(({ state }) => state !== "done" && state !== "failed");
  return {
    currency: booking.plan?.currency ?? booking.sold.terms.currency,
    paidCents: balance.paidCents,
    nowCents,
    laterCents: dues.laterCents + dueNow - nowCents,
    laterOn: dues.laterOn,
    payCents: asked?.amountCents ?? 0,
    backIfCancelledCents: refundOnEnd(balance.paidCents, feeIfCancelled(booking, clock()), onTheWay(refunds)),
    testMode: provider !== null && !provider.live,
    refundCents: underWay.reduce((sum, refund) => sum + refund.amountCents, 0),
    receipts: receipts.map(receiptNumber),
  };
}
