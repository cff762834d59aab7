import { balanceOf, type Payment } from "#domain/booking/payment.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { holdsNights } from "#domain/booking/status.ts";
import { dayAt, momentOf } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";
import { onTheWay, refundOnEnd, splitRefund } from "#domain/payments/refund.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import type { Trx } from "../database/transaction.ts";
import { whileWaiting } from "../core/guest-mail.ts";
import { randomId } from "../runtime/ids.ts";
import { closeAlert, hasUndecidedAlert, pausedSince } from "./alert-queries.ts";
import { checkoutsOf } from "./checkout-queries.ts";
import { amountDue, duesOf } from "./amount-to-pay.ts";
import { emailGuest } from "./email-guest.ts";
import { issueReceipt } from "./issue-receipt.ts";
import { openPayBacks, overpaidOf, PAY_BACK } from "./overpaid-queries.ts";
import { insertRefund, refundsOf } from "./refund-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import { raiseAlert } from "./raise-alert.ts";
import { openRequestOf, withdrawRequests } from "./request-queries.ts";
import type { BookingChange } from "../core/booking-changes.ts";
import type { PaymentNeeds, Refund } from "./ports.ts";
import { withdrawRefunds } from "./withdraw-refunds.ts";

/**
 * When a stay ends, records refunds of what was paid beyond the fee, and asks the host to pay back what cannot be
 * refunded online. When the stay is restored, withdraws refunds that the guest is no longer owed and that have not been
 * requested yet. If the total falls below what was paid, nothing is refunded automatically: the host is asked to refund
 * the difference.
 */
export function createBookingListener(needs: PaymentNeeds) {
  return {
    bookingChanged: async (trx: Trx, change: BookingChange): Promise<void> => {
      const { before, after, actor, payment, act } = change;
      const removed = act === "booking.payment.remove";
      // Guests see receipts only while a provider is set up.
      if (needs.provider && payment && payment.method !== "dispute")
        await issueReceipt(trx, { booking: after, payment, at: change.at, removed });
      if (before && (payment || before.totalCents !== after.totalCents))
        await withdrawSettled(needs, trx, before, change);
      // Unsent reminders state the earlier balance or due date.
      if (before && (payment || balanceTerms(before) !== balanceTerms(after)))
        await needs.withdrawMail(trx, after.id, "balance");
      const wasOverpaid = before !== null && (await closePayBack(trx, before, change));
      const ends = before !== null && holdsNights(before.status) && !holdsNights(after.status);
      if (ends) {
        // Payment requests for the stay no longer apply; the host can send new ones, for example for the fee.
        await withdrawRequests(needs, trx, after.id, change.at);
        await payBack(needs, trx, { booking: after, amountCents: await overpaidOf(trx, after), by: actor });
      } else if (before && !holdsNights(before.status) && holdsNights(after.status)) {
        await withdrawRefunds(needs, trx, after);
        await raiseIfOverpaid(needs, trx, after, "dashboard");
        await askForRefundedDeposit(needs, trx, after);
      } else if (before && (after.totalCents < before.totalCents || wasOverpaid)) {
        // The host made the change or is notified of the guest's change, so they need no email about the overpayment.
        await raiseIfOverpaid(needs, trx, after, "dashboard");
      }
      // Guests whose own action made the payment due are already on the page where they can pay.
      const accepted = before && !change.notByHost && before.waiting?.for !== "payment";
      if (accepted && after.waiting?.for === "payment") await emailAccepted(needs, trx, after);
    },
  };
}

const balanceTerms = ({ status, totalCents, plan }: StoredBooking) =>
  [holdsNights(status), totalCents, plan?.restDueOn].join();

/**
 * Withdraws a payment request for money that is no longer due: payments without the payment link and price reductions
 * add up to its amount, or less is due now (P-22). A request for more than was due when it was made is kept, because it
 * is for something beyond the price of the stay.
 */
async function withdrawSettled(
  needs: PaymentNeeds,
  trx: Trx,
  before: StoredBooking,
  { after, payment, at }: BookingChange,
): Promise<void> {
  const request = await openRequestOf(trx, after.id);
  if (!request) return;
  const payments = await paymentsOf(trx, after.id);
  const madeAt = new Date(request.created_at);
  const isEarlier = ({ id, recordedAt }: Pick<Payment, "id" | "recordedAt">) =>
    id !== payment?.id && recordedAt <= madeAt;
  const earlier = payments.filter(isEarlier);
  if (request.amount_minor > balanceOf(before, earlier).dueCents) return;
  const pages = (await checkoutsOf(trx, after.id)).filter(({ requestId }) => requestId === null);
  const withoutLink = payments.filter((one) => {
    if (isEarlier(one)) return false;
    const { kind, method, fact } = one;
    if (fact === null) return true;
    return kind === "payment" && method === "online" && pages.some(({ id }) => id === fact.checkoutId);
  });
  const settledCents = balanceOf(before, withoutLink).paidCents + before.totalCents - after.totalCents;
  if (settledCents >= request.amount_minor || request.amount_minor > balanceOf(after, payments).dueCents)
    await withdrawRequests(needs, trx, after.id, at);
}

/** Records refunds for a cancelled stay, and asks the host to pay back what cannot be refunded online. */
export async function payBack(
  needs: PaymentNeeds,
  trx: Trx,
  { booking, amountCents, by }: Omit<RefundOrder, "why">,
): Promise<void> {
  const onlineCents = await createRefunds(needs, trx, { booking, amountCents, why: "cancelled", by });
  if (onlineCents === amountCents) return;
  const { currency } = booking;
  const amount = { amountCents: amountCents - onlineCents, currency };
  const words = hostTexts.payBack(booking.reference, amount, { amountCents: onlineCents, currency });
  await raiseAlert(needs, trx, {
    id: `${PAY_BACK}/${booking.id}/${booking.version}`,
    kind: PAY_BACK,
    booking,
    ...words,
  });
}

export async function raiseIfOverpaid(
  needs: PaymentNeeds,
  trx: Trx,
  booking: StoredBooking,
  by: "email" | "dashboard",
): Promise<void> {
  const amountCents = await overpaidOf(trx, booking);
  if (amountCents === 0) return;
  const amount = { amountCents, currency: booking.currency };
  const id = `${PAY_BACK}/${booking.id}/${booking.version}`;
  const words = hostTexts.overpaid(booking.reference, amount);
  await raiseAlert(needs, trx, { id, kind: PAY_BACK, booking, ...words }, by);
}

/**
 * Closes the alert about money to pay back once all of it is recorded as refunded, and when the amount changes because
 * the stay is repriced, cancelled or restored. Returns true if the alert was closed with something left to pay back for
 * a stay that had not been cancelled.
 */
async function closePayBack(trx: Trx, before: StoredBooking, { after, at }: BookingChange): Promise<boolean> {
  const alerts = await openPayBacks(trx, after.id);
  if (alerts.length === 0) return false;
  const isSettled = balanceOf(after, await paymentsOf(trx, after.id)).dueCents >= 0;
  const isSame = before.totalCents === after.totalCents && holdsNights(before.status) === holdsNights(after.status);
  if (isSame && !isSettled) return false;
  const words = isSettled ? "There is nothing left to pay back." : "The amount to pay back has changed.";
  for (const { id } of alerts) await closeAlert(trx, id, at, "payment", words);
  return !isSettled && before.status !== "cancelled";
}

type RefundOrder = { booking: StoredBooking; amountCents: number; why: "cancelled" | "host"; by: string };

/**
 * Records refunds of an amount, split between the charges that can still be refunded. Returns the total that was
 * recorded.
 */
export async function createRefunds(
  { clock }: Pick<PaymentNeeds, "clock">,
  trx: Trx,
  { booking, amountCents, why, by }: RefundOrder,
): Promise<number> {
  const charges = chargesLeft(await paymentsOf(trx, booking.id), await refundsOf(trx, booking.id));
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
      requestedBy: by,
      at: clock(),
    });
    sum += part.amountCents;
  }
  return sum;
}

/**
 * How much of a booking's online payments can still be refunded. Refunds that the host has recorded are not linked to a
 * charge, but that money has already been paid back.
 */
export function refundableCents(
  booking: StoredBooking,
  payments: readonly Payment[],
  refunds: readonly Refund[],
): Cents {
  const keptCents = refundOnEnd(balanceOf(booking, payments).paidCents, 0, onTheWay(refunds));
  const chargedCents = chargesLeft(payments, refunds).reduce((sum, { leftCents }) => sum + leftCents, 0);
  return Math.min(keptCents, chargedCents);
}

function chargesLeft(payments: readonly Payment[], refunds: readonly Refund[]) {
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

/**
 * Asks the guest of a restored stay for the deposit, if it was refunded. The other reminders are sent around the due
 * date of the balance, so they would ask for the deposit only then.
 */
export async function askForRefundedDeposit(needs: PaymentNeeds, trx: Trx, booking: StoredBooking): Promise<void> {
  const { id, version, status, plan, waiting, currency, policy } = booking;
  const today = dayAt(needs.clock(), policy.timeZone);
  if (!needs.provider || !holdsNights(status) || waiting || !plan?.restDueOn || plan.restDueOn <= today) return;
  const { nowCents, payments } = await duesOf(trx, booking, today);
  const wasRefunded = payments.some(({ kind, method }) => kind === "refund" && method !== "dispute");
  if (nowCents === 0 || !wasRefunded) return;
  // As with reminders, no email is sent while the host still has to decide or the ledger may lack payments.
  if ((await hasUndecidedAlert(trx, id)) || (await pausedSince(trx))) return;
  await emailGuest(needs, trx, booking, {
    key: `deposit:${id}:${version}`,
    usefulUntil: momentOf(plan.restDueOn, "00:00", policy.timeZone),
    asksFor: "balance",
    amount: { amountCents: nowCents, currency },
    write: ({ dueToday }, { facts }) => dueToday(facts),
  });
}

async function emailAccepted(needs: PaymentNeeds, trx: Trx, booking: StoredBooking): Promise<void> {
  const { waiting } = booking;
  const amount = await amountDue(needs, trx, booking);
  if (!waiting || !amount) return;
  await emailGuest(needs, trx, booking, {
    key: `accepted:${booking.id}:${booking.version}`,
    ...whileWaiting(booking),
    amount,
    write: ({ accepted }, { facts, deadline }) => accepted(facts, deadline(waiting.until)),
  });
}
