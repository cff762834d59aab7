import { REFUND_AGAIN_MS } from "#domain/payments/times.ts";
import { commitIfOk } from "../database/transaction.ts";
import { lookAtCheckout } from "./look-at-checkout.ts";
import { accountAlarm } from "./account-alarm.ts";
import { paymentsIn } from "./ledger-queries.ts";
import { checkoutById } from "./checkout-queries.ts";
import { changeRefund, markAsked, refundById, refundsToSend } from "./refund-queries.ts";
import { notices } from "./payment-texts.ts";
import type { Fault, PaymentNeeds, PaymentProvider, Refund } from "./ports.ts";
import { raiseAlarm } from "./raise-alarm.ts";
import { takeFacts } from "./take-facts.ts";
import { underLease } from "./under-lease.ts";

const MAX_UNKNOWN = 3;

/** Sends what we owe guests, one worker a refund. */
export async function sendRefunds(needs: PaymentNeeds): Promise<void> {
  if (await needs.holdBack()) return;
  for (const id of await refundsToSend(needs.database.db, needs.clock()))
    await underLease(needs, `refund/${id}`, (inTime) => sendOne(needs, id, inTime));
}

async function sendOne(needs: PaymentNeeds, id: string, inTime: () => boolean): Promise<void> {
  const { provider, database } = needs;
  const { db } = database;
  const refund = await refundById(db, id);
  if (!refund || !isOpen(refund)) return;
  const checkout = await checkoutById(db, refund.checkoutId);
  if (!checkout?.ref) return;
  if (!provider || provider.name !== checkout.provider || provider.live !== checkout.live) {
    return byHand(needs, refund, "The payment provider is not set up here any longer.");
  }
  if (refund.state === "wanted" && !(await canSend(needs, provider, refund))) {
    return byHand(needs, refund, `${provider.label} does not do it for us.`, "never");
  }
  const now = needs.clock();
  if (refund.state === "asked") {
    if ((await lookAtCheckout(needs, checkout.id)) === "unreachable") return again(needs, id, REFUND_AGAIN_MS);
    const seen = await refundById(db, id);
    if (!seen || !isOpen(seen)) return;
    if (!provider.can.keyedRefund && refund.tries >= MAX_UNKNOWN) {
      return byHand(needs, refund, `${provider.label} has not said what became of it.`);
    }
  }
  if (!inTime()) return;
  const nextTryAt = new Date(now.getTime() + REFUND_AGAIN_MS);
  if (!(await markAsked(db, id, now, nextTryAt))) return;
  const { chargeRef, amountCents, currency } = refund;
  const answer = await provider.refund({
    id,
    attempt: Math.max(0, refund.tries - 1),
    chargeRef,
    amountCents,
    currency,
    checkoutRef: checkout.ref,
  });
  if (answer.ok) return takeFacts(needs, checkout.id, answer.facts);
  needs.log("a refund was not answered", { refund: id, fault: answer.fault, reason: answer.reason });
  // Another may have asked since: what this answer says of the refund is no longer so.
  if (!inTime()) return;
  await takeFault(needs, provider, refund, answer);
}

/** Some providers refund nothing for us, or nothing but a whole charge. */
async function canSend({ database }: PaymentNeeds, { can }: PaymentProvider, refund: Refund): Promise<boolean> {
  if (!can.refund) return false;
  if (can.partialRefund) return true;
  const charge = (await paymentsIn(database.db, refund.bookingId)).find(
    ({ kind, fact }) => kind === "payment" && fact?.chargeRef === refund.chargeRef,
  );
  return charge?.amountCents === refund.amountCents;
}

const isOpen = ({ state }: Refund) => state === "wanted" || state === "asked";

async function takeFault(needs: PaymentNeeds, provider: PaymentProvider, refund: Refund, fault: Fault): Promise<void> {
  switch (fault.fault) {
    case "temporary":
      // It surely did not happen: what was asked before keeps its key, so this changes nothing for a keyed provider.
      if (refund.state === "wanted") {
        await changeRefund(needs.database.db, refund.id, ["asked"], { state: "wanted", asked_at: null });
      }
      return again(needs, refund.id, Math.max(60_000, fault.waitMs ?? 0));
    case "unknown":
      return;
    case "account":
      await accountAlarm(needs, provider, fault);
      return again(needs, refund.id, REFUND_AGAIN_MS);
    case "refused":
      // Without a key, a try before this one may have been the one that did it.
      if (!provider.can.keyedRefund) return byHand(needs, refund, fault.reason);
      return fail(needs, refund, fault.reason);
  }
}

async function again({ database, clock }: PaymentNeeds, id: string, afterMs: number): Promise<void> {
  const next = new Date(clock().getTime() + afterMs).toISOString();
  await changeRefund(database.db, id, ["wanted", "asked"], { next_try_at: next });
}

/** The provider surely will not do it: the host does, and the guest is not told that it was done. */
async function fail(needs: PaymentNeeds, refund: Refund, reason: string): Promise<void> {
  await settleByAlarm(needs, refund, "failed", reason);
}

/** `never`: the provider was not asked, so the host need not look whether it has happened. */
async function byHand(needs: PaymentNeeds, refund: Refund, reason: string, asked: "perhaps" | "never" = "perhaps") {
  await settleByAlarm(needs, refund, "by-hand", reason, asked);
}

async function settleByAlarm(
  needs: PaymentNeeds,
  refund: Refund,
  state: "failed" | "by-hand",
  reason: string,
  asked: "perhaps" | "never" = "perhaps",
) {
  await commitIfOk(needs.database.db, async (trx) => {
    if (!(await changeRefund(trx, refund.id, ["wanted", "asked"], { state, failure: reason }))) return { ok: true };
    const booking = await needs.find(refund.bookingId, trx);
    const amount = { amountCents: refund.amountCents, currency: refund.currency };
    const reference = booking?.reference ?? refund.bookingId;
    const provider = needs.provider?.label ?? "the payment provider";
    const words =
      state === "failed"
        ? notices.refundFailed(reference, amount, reason)
        : asked === "never"
          ? notices.refundByHand(reference, amount, provider)
          : notices.refundUnknown(reference, amount, provider);
    await raiseAlarm(needs, trx, { id: `refund-${state}/${refund.id}`, kind: `refund-${state}`, booking, ...words });
    return { ok: true };
  });
}
