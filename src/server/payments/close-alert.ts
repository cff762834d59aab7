import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf, type Payment } from "#domain/booking/payment.ts";
import { paymentEvent } from "#domain/booking/timeline.ts";
import { holdsNights } from "#domain/booking/status.ts";
import { isForEndedStay, type RefundResult } from "#domain/payments/refund.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { askForRefundedDeposit } from "./booking-listener.ts";
import { bookingOfAlert, closeAlert } from "./alert-queries.ts";
import { changeRefund, refundById } from "./refund-queries.ts";
import type { PaymentNeeds, Refund } from "./ports.ts";

type Order = { id: string; words: string; refund?: RefundResult | undefined; actor: string };
type Result =
  | { ok: true }
  | { ok: false; reason: "closed" | "unanswered" }
  /** The amount recorded as paid is smaller than the refund, so the refund has probably already been recorded. */
  | { ok: false; reason: "not-paid" };

/** Closes an alert for the host. For an alert about a refund, the host says what became of the refund. */
export function closeOneAlert(needs: PaymentNeeds, { id, words, refund, actor }: Order): Promise<Result> {
  const at = needs.clock();
  const { db } = needs.database;
  return commitUnderCalendarLock<Result>(db, async (trx) => {
    if (!(await closeAlert(trx, id, at, actor, words))) return { ok: false, reason: "closed" };
    const refundId = /^refund-(?:failed|by-hand)\/(.+)$/.exec(id)?.[1];
    const about = refundId ? await refundById(trx, refundId) : null;
    // The provider may have reported in the meantime that the refund was made.
    if (about?.state === "failed" || about?.state === "by-hand") {
      if (!refund) return { ok: false, reason: "unanswered" };
      const recorded = refund === "refunded" ? await recordByHand(needs, trx, about, actor) : null;
      if (refund === "refunded" && !recorded) return { ok: false, reason: "not-paid" };
      const state = refund === "not-refunded" ? "failed" : "done";
      await changeRefund(trx, about.id, ["failed", "by-hand"], { state, closed_at: at.toISOString() });
      if (recorded && isForEndedStay(about)) await askForRefundedDeposit(needs, trx, recorded);
    }
    const aboutGuestOf = (await bookingOfAlert(trx, id)) ?? undefined;
    await needs.record({ actor, act: "Closed a payment alert", subject: id, after: { words }, aboutGuestOf }, trx);
    return { ok: true };
  });
}

/**
 * Records a refund that the host has made, and returns the booking; null if less than the refund is recorded as paid.
 */
async function recordByHand(
  needs: PaymentNeeds,
  trx: Trx,
  refund: Refund,
  actor: string,
): Promise<StoredBooking | null> {
  const { bookingId, amountCents } = refund;
  const payments = await paymentsOf(trx, bookingId);
  const at = needs.clock();
  const result = await needs.actOn(trx, {
    id: bookingId,
    actor,
    at,
    decide: (booking) => {
      if (balanceOf(booking, payments).paidCents < amountCents)
        return { ok: false, reason: "refused", status: 409, message: "" };
      const addPayment: Payment = {
        id: randomId(),
        kind: "refund",
        amountCents,
        method: "other",
        paidOn: dayAt(at, booking.policy.timeZone),
        recordedAt: at,
        recordedBy: actor,
        fact: null,
      };
      const event = paymentEvent(addPayment, booking.currency);
      const dueAgain = isForEndedStay(refund) && holdsNights(booking.status);
      return { ok: true, act: "booking.payment.add", event, next: {}, addPayment, dueAgain };
    },
  });
  return result.ok ? result.booking : null;
}
