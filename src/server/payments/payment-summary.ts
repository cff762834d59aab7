import type { StoredBooking } from "#domain/booking/booking.ts";
import { ledgerOf, type Payment } from "#domain/booking/payment.ts";
import { feeIfCancelled } from "#domain/booking/cancellation.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { isPaidOnline } from "#domain/payments/paid-online.ts";
import { onTheWay, refundOnEnd } from "#domain/payments/refund.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { receiptNumber } from "./issue-receipt.ts";
import { receiptsOf } from "./ledger-queries.ts";
import { openPayBacks, overpaidOf } from "./overpaid-queries.ts";
import { refundsOf } from "./refund-queries.ts";
import { amountToPay, duesOf } from "./amount-to-pay.ts";
import type { PaymentNeeds, Refund } from "./ports.ts";

/** Whether the guest has paid online everything that is due by now. */
export async function hasPaidOnline(
  { database, clock }: Pick<PaymentNeeds, "database" | "clock">,
  booking: StoredBooking,
): Promise<boolean> {
  const { db } = database;
  const [payments, refunds] = await Promise.all([paymentsOf(db, booking.id), refundsOf(db, booking.id)]);
  const today = dayAt(clock(), booking.policy.timeZone);
  return isPaidOnline(booking, payments, { onTheWayCents: onTheWay(refunds), today });
}

/** Outside test mode, refunds of test payments are not shown to the guest, because no money was received. */
export function refundsForGuest(
  provider: PaymentNeeds["provider"],
  payments: readonly Payment[],
  refunds: readonly Refund[],
): readonly Refund[] {
  if (provider?.live === false) return refunds;
  const testCharges = new Set(payments.flatMap(({ fact }) => (fact && !fact.live ? [fact.chargeRef] : [])));
  return refunds.filter(({ chargeRef }) => !testCharges.has(chargeRef));
}

/** The payment section of the guest's booking page. */
export async function paymentSummary({ database, today, clock, provider }: PaymentNeeds, booking: StoredBooking) {
  const { db } = database;
  const [dues, refunds, receipts, payBacks] = await Promise.all([
    duesOf(db, booking, await today()),
    refundsOf(db, booking.id),
    receiptsOf(db, booking.id),
    openPayBacks(db, booking.id),
  ]);
  const { balance } = dues;
  // The amount on the payment page, which is limited to the largest payment that the provider allows.
  const payable = provider && amountToPay(booking, dues, { now: clock(), provider });
  const nowCents = payable ? Math.min(dues.nowCents, payable.amountCents) : dues.nowCents;
  const underWay = refundsForGuest(provider, dues.payments, refunds).filter(
    ({ state }) => state !== "done" && state !== "failed",
  );
  // A tip is not paid back, so the excess counts only while the host is asked to pay it back.
  const toPayBack = payBacks.length > 0 ? await overpaidOf(db, booking) : 0;
  return {
    currency: booking.currency,
    paidCents: balance.paidCents,
    // Test payments are shown too, with a note.
    refundedCents: ledgerOf(dues.payments.map((payment) => ({ ...payment, live: null, feeCents: null }))).refundedCents,
    nowCents,
    laterCents: dues.laterCents + dues.nowCents - nowCents,
    laterOn: dues.laterOn,
    payCents: payable?.amountCents ?? 0,
    backIfCancelledCents: refundOnEnd(balance.paidCents, feeIfCancelled(booking, clock()), onTheWay(refunds)),
    // A live payment page moves real money, even if another part of the price was paid in test mode.
    testMode: payable
      ? !provider.live
      : provider?.live === false || dues.payments.some(({ fact }) => fact?.live === false),
    refundCents: underWay.reduce((sum, refund) => sum + refund.amountCents, toPayBack),
    receipts: receipts.map(receiptNumber),
  };
}
