import { balanceOf } from "#domain/booking/payment.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { holdsNights } from "#domain/booking/status.ts";
import { onTheWay, refundOnEnd, splitRefund } from "#domain/payments/refund.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { emailGuest } from "./email-guest.ts";
import { issueReceipt } from "./issue-receipt.ts";
import { paymentsIn } from "./ledger-queries.ts";
import { insertRefund, refundsOf } from "./refund-queries.ts";
import { withdrawRequests } from "./request-queries.ts";
import type { BookingChange } from "../core/booking-changes.ts";
import type { PaymentNeeds, Reader } from "./ports.ts";

/**
 * Hears of every change to a booking in its transaction: whoever cancels a stay, and by whatever way, what the guest paid
 * online beyond the fee is written down as a refund with it.
 */
export function followBookings(needs: PaymentNeeds) {
  return {
    bookingChanged: async (trx: Trx, change: BookingChange): Promise<void> => {
      const { before, after, actor, payment, act } = change;
      const removed = act === "booking.payment.remove";
      if (payment && payment.method !== "dispute")
        await issueReceipt(trx, { booking: after, payment, at: change.at, removed });
      const ends = before !== null && holdsNights(before.status) && !holdsNights(after.status);
      if (ends) {
        // What the host asked for was for the stay. Whoever asks for something afterwards means it.
        await withdrawRequests(trx, after.id, change.at);
        await refundEnd(needs, trx, after, actor);
      }
      if (before?.waiting?.for === "host" && after.waiting?.for === "payment") await mailAccepted(needs, trx, after);
    },
  };
}

async function refundEnd(needs: PaymentNeeds, trx: Trx, booking: StoredBooking, actor: string): Promise<void> {
  const charges = await refundableOf(trx, booking.id);
  const leftOnline = charges.reduce((sum, charge) => sum + charge.leftCents, 0);
  if (leftOnline === 0) return;
  const payments = await paymentsIn(trx, booking.id);
  const { paidCents } = balanceOf(booking, payments);
  const underWay = onTheWay(await refundsOf(trx, booking.id));
  const wanted = refundOnEnd(paidCents, booking.cancellationFeeCents ?? 0, underWay);
  await wantRefunds(needs, trx, { booking, amountCents: wanted, why: "cancelled", by: actor });
}

type RefundOrder = { booking: StoredBooking; amountCents: number; why: "cancelled" | "host"; by: string };

/** Writes refund rows for an amount, over the charges that still have it. Answers what was written down. */
export async function wantRefunds(
  { clock }: Pick<PaymentNeeds, "clock">,
  trx: Trx,
  { booking, amountCents, why, by }: RefundOrder,
): Promise<number> {
  const charges = await refundableOf(trx, booking.id);
  let sum = 0;
  for (const part of splitRefund(amountCents, charges)) {
    const charge = charges.find(({ chargeRef }) => chargeRef === part.chargeRef);
    if (!charge) continue;
    const { checkoutId, currency } = charge;
    await insertRefund(trx, {
      id: randomId(),
      bookingId: booking.id,
      checkoutId,
      ...part,
      currency,
      why,
      wantedBy: by,
      at: clock(),
    });
    sum += part.amountCents;
  }
  return sum;
}

/** The charges of a booking with what of each has neither gone back nor is on its way. Ask under the calendar's lock. */
export async function refundableOf(db: Reader, bookingId: string) {
  const [payments, refunds] = [await paymentsIn(db, bookingId), await refundsOf(db, bookingId)];
  return payments.flatMap(({ kind, method, fact, amountCents }) => {
    if (kind !== "payment" || method !== "online" || !fact) return [];
    const gone = refunds
      .filter(({ chargeRef, state }) => chargeRef === fact.chargeRef && state !== "failed")
      .reduce((sum, refund) => sum + refund.amountCents, 0);
    const disputed = payments
      .filter((one) => one.method === "dispute" && one.fact?.chargeRef === fact.chargeRef)
      .reduce((sum, one) => sum + (one.kind === "refund" ? one.amountCents : -one.amountCents), 0);
    const leftCents = Math.max(0, amountCents - gone - disputed);
    return [{ chargeRef: fact.chargeRef, checkoutId: fact.checkoutId, leftCents, currency: fact.currency }];
  });
}

async function mailAccepted(needs: PaymentNeeds, trx: Trx, booking: StoredBooking): Promise<void> {
  const { waiting, plan } = booking;
  if (!waiting || !plan) return;
  const amount = { amountCents: plan.firstCents, currency: plan.currency };
  await emailGuest(needs, trx, booking, {
    key: `accepted:${booking.id}:${booking.version}`,
    amount,
    write: ({ accepted }, { facts, moment }) => accepted(facts, moment(waiting.until)),
  });
}
