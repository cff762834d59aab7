import { holdsNights } from "#domain/booking/status.ts";
import { REFUND_AGAIN_MS } from "#domain/payments/times.ts";
import { forEach, runEach } from "../core/for-each.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commit, commitUnderCalendarLock } from "../database/transaction.ts";
import { belongsTo, syncCheckout } from "./sync-checkout.ts";
import { raiseAccountAlert } from "./account-alert.ts";
import { closeNotAllowedAlerts, NOT_ALLOWED } from "./alert-queries.ts";
import { checkoutById } from "./checkout-queries.ts";
import { changeRefund, markRequested, refundById, refundsToSend } from "./refund-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { Fault, PaymentNeeds, PaymentProvider, Refund } from "./ports.ts";
import { raiseAlert } from "./raise-alert.ts";
import { raiseIfOverpaid } from "./booking-listener.ts";
import { recordFacts } from "./record-facts.ts";
import { withLease } from "./with-lease.ts";
import { endFailedRefunds, withdrawRefunds } from "./withdraw-refunds.ts";

const MAX_UNKNOWN_RESULTS = 3;
/** After this time, the host has to find out whether a refund was made for a page that the provider does not know. */
const UNKNOWN_FOR_MS = 24 * 3_600_000;

export async function sendRefunds(needs: PaymentNeeds): Promise<void> {
  if (await needs.isPausedAfterRestore()) return;
  const { db } = needs.database;
  await runEach([
    async () =>
      forEach(await refundsToSend(db, needs.clock()), (id) =>
        withLease(needs, `refund/${id}`, (stillLeased) => sendOne(needs, id, stillLeased)),
      ),
    () => closeNotAllowedAlerts(db, needs.clock()),
  ]);
}

async function sendOne(needs: PaymentNeeds, id: string, stillLeased: () => boolean): Promise<void> {
  const { provider, database } = needs;
  const { db } = database;
  const refund = await refundById(db, id);
  if (!refund || !isOpen(refund)) return;
  const checkout = await checkoutById(db, refund.checkoutId);
  if (!checkout?.ref) return;
  if (!belongsTo(provider, checkout)) {
    const former = { ...needs, provider: null };
    const sent = !checkout.live ? "test" : refund.state === "wanted" ? "never" : "perhaps";
    return leaveToHost(former, refund, "The payment provider is no longer configured.", sent);
  }
  if (refund.state === "wanted" && !(await canSend(needs, provider, refund))) {
    return leaveToHost(needs, refund, `${provider.label} cannot make this refund through its API.`, "never");
  }
  const now = needs.clock();
  if (refund.state === "asked") {
    if ((await syncCheckout(needs, checkout.id)) === "unreachable") {
      // The provider responds, but does not know the page, so it will never tell us whether it made the refund.
      const isUnknown = (await checkoutById(db, checkout.id))?.failingSince === null;
      const isOld = refund.askedAt !== null && now.getTime() - refund.askedAt.getTime() >= UNKNOWN_FOR_MS;
      if (isUnknown && isOld) return leaveToHost(needs, refund, `${provider.label} does not know the payment page.`);
      return retryAfter(needs, id, REFUND_AGAIN_MS);
    }
    const seen = await refundById(db, id);
    if (!seen || !isOpen(seen)) return;
  }
  if (await isWithdrawn(needs, refund)) return;
  if (refund.state === "asked" && !provider.can.keyedRefund && refund.tries >= MAX_UNKNOWN_RESULTS) {
    return leaveToHost(needs, refund, `${provider.label} has not confirmed the refund.`);
  }
  if (!stillLeased()) return;
  const nextTryAt = new Date(now.getTime() + REFUND_AGAIN_MS);
  if (!(await markRequested(db, id, now, nextTryAt))) return;
  const { chargeRef, amountCents, currency } = refund;
  const result = await provider.refund({
    id,
    attempt: Math.max(0, refund.tries - 1),
    chargeRef,
    amountCents,
    currency,
    checkoutRef: checkout.ref,
  });
  if (result.ok) return recordFacts(needs, checkout.id, result.facts);
  needs.log("a refund failed", { refund: id, fault: result.fault, reason: result.reason });
  // Another worker may have sent the refund since then, so this response may be outdated.
  if (!stillLeased()) return;
  await handleFault(needs, provider, refund, result);
}

/**
 * If the stay has been restored in the meantime, withdraws the refund, which the provider has not made yet. Returns
 * whether it was withdrawn.
 */
async function isWithdrawn(needs: PaymentNeeds, { id, bookingId }: Refund): Promise<boolean> {
  const { db } = needs.database;
  const { withdrawn } = await commitUnderCalendarLock(db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    if (!booking || !holdsNights(booking.status)) return { ok: true, withdrawn: [] };
    const ids = await withdrawRefunds(needs, trx, booking, id);
    if (ids.length > 0) await raiseIfOverpaid(needs, trx, booking, "dashboard");
    return { ok: true, withdrawn: ids };
  });
  return withdrawn.includes(id);
}

/** Whether the provider's API can make this refund. Some APIs make no refunds, or refund only whole charges. */
async function canSend({ database }: PaymentNeeds, { can }: PaymentProvider, refund: Refund): Promise<boolean> {
  if (!can.refund) return false;
  if (can.partialRefund) return true;
  const charge = (await paymentsOf(database.db, refund.bookingId)).find(
    ({ kind, fact }) => kind === "payment" && fact?.chargeRef === refund.chargeRef,
  );
  return charge?.amountCents === refund.amountCents;
}

const isOpen = ({ state }: Refund) => state === "wanted" || state === "asked";

async function handleFault(
  needs: PaymentNeeds,
  provider: PaymentProvider,
  refund: Refund,
  fault: Fault,
): Promise<void> {
  // The refund was not made, so we treat it as if it had not been requested.
  if ((fault.fault === "temporary" || fault.fault === "account") && refund.state === "wanted")
    await changeRefund(needs.database.db, refund.id, ["asked"], { state: "wanted", asked_at: null });
  switch (fault.fault) {
    case "temporary":
      return retryAfter(needs, refund.id, Math.max(60_000, fault.waitMs ?? 0));
    case "unknown":
      return;
    case "account": {
      const account = await provider.account();
      // If the key works otherwise, it only lacks the permission to make refunds, and guests can still pay.
      if (account.ok) await alertToMissingPermission(needs, provider, refund, fault);
      // If the provider cannot be asked now, the next attempt asks it again.
      else if (account.fault === "account") await raiseAccountAlert(needs, provider, fault);
      return retryAfter(needs, refund.id, REFUND_AGAIN_MS);
    }
    case "refused":
      // Without an idempotency key, the refund may be refused because an earlier attempt succeeded.
      return leaveToHost(needs, refund, fault.reason, provider.can.keyedRefund ? "rejected" : "perhaps");
  }
}

async function alertToMissingPermission(needs: PaymentNeeds, { label }: PaymentProvider, refund: Refund, fault: Fault) {
  const { id, bookingId, amountCents, currency } = refund;
  await commit(needs.database.db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    const reference = booking?.reference ?? bookingId;
    const words = hostTexts.refundNotAllowed(reference, { amountCents, currency }, label, fault.reason);
    await raiseAlert(needs, trx, { id: `${NOT_ALLOWED}/${id}`, kind: NOT_ALLOWED, booking, ...words });
  });
}

async function retryAfter({ database, clock }: PaymentNeeds, id: string, afterMs: number): Promise<void> {
  const next = new Date(clock().getTime() + afterMs).toISOString();
  await changeRefund(database.db, id, ["wanted", "asked"], { next_try_at: next });
}

/**
 * Whether the provider may have made the refund. With `test`, the payment was made in test mode, so no money was
 * received.
 */
type Sent = "perhaps" | "never" | "test" | "rejected";

/** Ends our attempts to send a refund. */
async function leaveToHost(needs: PaymentNeeds, refund: Refund, reason: string, sent: Sent = "perhaps") {
  const state = sent === "rejected" ? "failed" : "by-hand";
  await commit(needs.database.db, async (trx) => {
    if (!(await changeRefund(trx, refund.id, ["wanted", "asked"], { state, failure: reason }))) return;
    const booking = await needs.find(refund.bookingId, trx);
    // The stay was restored while the refund was being requested.
    if (booking && (await endFailedRefunds(needs, trx, booking)).includes(refund.id)) return;
    const amount = { amountCents: refund.amountCents, currency: refund.currency };
    const reference = booking?.reference ?? refund.bookingId;
    const provider = needs.provider?.label ?? "the payment provider";
    const words =
      sent === "rejected"
        ? hostTexts.refundFailed(reference, amount, reason)
        : sent === "test"
          ? hostTexts.testPayment(reference, amount)
          : sent === "never"
            ? hostTexts.refundByHand(reference, amount, provider)
            : hostTexts.refundUnknown(reference, amount, provider);
    await raiseAlert(needs, trx, { id: `refund-${state}/${refund.id}`, kind: `refund-${state}`, booking, ...words });
  });
}
