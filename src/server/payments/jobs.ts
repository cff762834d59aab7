import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { CHECK_RESTORED_MS } from "#domain/payments/times.ts";
import { forEach } from "../core/for-each.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commit, commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import type { Job } from "../jobs/job.ts";
import { raiseAccountAlert, checkAccount } from "./account-alert.ts";
import { cancelUnpaidStays } from "./cancel-unpaid-stays.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { belongsTo, syncCheckout } from "./sync-checkout.ts";
import { openAtProvider } from "./open-checkout.ts";
import { newestRestoredCheckout, notSyncedSinceRestore, pausedSince, resumeAfterRestore } from "./alert-queries.ts";
import {
  checkoutById,
  checkoutByRef,
  checkoutOfCharge,
  checkoutsToSync,
  checkoutsToOpen,
  insertCheckout,
  scheduleSync,
} from "./checkout-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { PaymentNeeds, PaymentProvider, TouchedCheckout } from "./ports.ts";
import { raiseAlert } from "./raise-alert.ts";
import { PROVIDER_ACTOR } from "./record-facts.ts";
import { remind } from "./remind.ts";
import { sendRefunds } from "./send-refunds.ts";
import { withLease } from "./with-lease.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const BATCH_SIZE = 100;
const RECONCILE_BACK_MS = 3 * 24 * HOUR_MS;

/** Each job is idempotent and safe to run on several instances. */
export function paymentJobs(needs: PaymentNeeds): Job[] {
  return [
    { name: "sync payments", everyMs: 5 * SECOND_MS, run: () => syncDueCheckouts(needs) },
    { name: "open payment pages", everyMs: 20 * SECOND_MS, run: () => openWaiting(needs) },
    { name: "check the payment account", everyMs: 60 * SECOND_MS, run: () => checkAccount(needs) },
    { name: "sync payments after a restore", everyMs: 30 * SECOND_MS, run: () => afterRestore(needs) },
    { name: "end unpaid holds", everyMs: 20 * SECOND_MS, irreversible: true, run: () => endUnpaid(needs) },
    { name: "send refunds", everyMs: 10 * SECOND_MS, run: () => sendRefunds(needs) },
    { name: "payment reminders", everyMs: 60 * SECOND_MS, irreversible: true, run: () => remind(needs) },
    {
      name: "cancel unpaid stays",
      everyMs: 60 * SECOND_MS,
      irreversible: true,
      run: () => cancelUnpaidStays(needs),
    },
    {
      name: "reconcile payments",
      everyMs: 6 * HOUR_MS,
      run: async () => void (await reconcile(needs, new Date(needs.clock().getTime() - RECONCILE_BACK_MS))),
    },
  ];
}

/**
 * The jobs that run without a provider, for what remains from a time when payments were on: holds expire, refunds
 * become the host's task, and no booked stay is cancelled for being unpaid.
 */
export function leftoverJobs(needs: PaymentNeeds): Job[] {
  return [
    { name: "sync payments after a restore", everyMs: HOUR_MS, irreversible: true, run: () => afterRestore(needs) },
    { name: "end unpaid holds", everyMs: HOUR_MS, irreversible: true, run: () => endUnpaid(needs) },
    { name: "send refunds", everyMs: 60 * SECOND_MS, run: () => sendRefunds(needs) },
    { name: "cancel unpaid stays", everyMs: HOUR_MS, irreversible: true, run: () => cancelUnpaidStays(needs) },
  ];
}

/**
 * Refunds, reminders and cancellations resume once all checkouts of this provider have been synced and we have looked
 * for payments that are missing from the backup. If the provider cannot list payments for us, an alert asks the host to
 * look for them. Without a provider, the pause ends after a period in which the operator can still set one up.
 */
async function afterRestore(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  const since = await pausedSince(db);
  if (!since) return;
  if (!needs.provider) {
    const now = needs.clock();
    if (now.getTime() - since.getTime() >= CHECK_RESTORED_MS)
      await resumeAfterRestore(db, now, "No payment provider is set up, so there is nothing to compare with.");
    return;
  }
  if ((await notSyncedSinceRestore(db, needs.provider, needs.clock())).length > 0) return;
  if (!needs.provider.can.list) {
    await raiseCompareAlert(needs, needs.provider);
    await resumeAfterRestore(db, needs.clock(), "The provider cannot list payments, so the host was asked to compare.");
    return;
  }
  const newest = (await newestRestoredCheckout(db)) ?? needs.clock();
  if (!(await reconcile(needs, new Date(newest.getTime() - RECONCILE_BACK_MS)))) return;
  await resumeAfterRestore(db, needs.clock(), "Payments made since the backup were fetched from the provider.");
}

async function raiseCompareAlert(needs: PaymentNeeds, { label }: PaymentProvider): Promise<void> {
  const id = `compare/${needs.clock().toISOString().slice(0, 10)}`;
  const alert = { id, kind: "compare", booking: null, ...hostTexts.compareByHand(label) };
  await commit(needs.database.db, (trx) => raiseAlert(needs, trx, alert));
}

async function syncDueCheckouts(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  if (!needs.provider) return;
  await forEach(await checkoutsToSync(db, needs.provider, needs.clock(), BATCH_SIZE), (id) =>
    withLease(needs, `look/${id}`, () => syncCheckout(needs, id)),
  );
}

/** Creates the payment pages that could not be created when the guest pressed Pay, once the provider responds again. */
async function openWaiting(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  const { provider } = needs;
  if (!provider) return;
  await forEach(await checkoutsToOpen(db, needs.clock()), async (id) => {
    const checkout = await checkoutById(db, id);
    const booking = checkout && (await needs.find(checkout.bookingId));
    if (!checkout || !booking || !belongsTo(provider, checkout)) return;
    await openAtProvider(needs, provider, checkout, booking);
  });
}

/**
 * Syncs checkouts that were created, refunded or disputed at the provider since a given moment, in case no webhook
 * arrived. After a restore, this also finds the payments that the backup does not contain. Returns false if this is
 * incomplete.
 */
export async function reconcile(needs: PaymentNeeds, since: Date): Promise<boolean> {
  const { provider, database } = needs;
  if (!provider?.can.list) return false;
  const found = await provider.since(since);
  if (!found.ok) {
    if (found.fault === "account") await raiseAccountAlert(needs, provider, found);
    return false;
  }
  for (const { ref, order } of found.touched) {
    const checkout =
      (await checkoutByRef(database.db, provider.name, ref)) ?? (await checkoutOfCharge(database.db, ref));
    if (checkout) await scheduleSync(database.db, checkout.id, needs.clock());
    else if (order && !(await restoreCheckout(needs, provider, ref, order))) return false;
  }
  return true;
}

/**
 * Records a payment for a checkout that this installation created but that is missing from the backup, if the money is
 * due; otherwise, the host has to decide. Returns false if this has to be tried again, for example because the provider
 * did not respond.
 */
async function restoreCheckout(
  needs: PaymentNeeds,
  provider: PaymentProvider,
  ref: string,
  order: NonNullable<TouchedCheckout["order"]>,
): Promise<boolean> {
  const { db } = needs.database;
  const found = await provider.fetchFacts(ref);
  if (!found.ok) return found.fault === "refused";
  if (!found.facts.some(({ kind }) => kind === "charge")) return true;
  const { isDue } = await commitUnderCalendarLock(db, async (trx) => {
    const booking = await needs.find(order.bookingId, trx);
    if (booking && !(await checkoutById(trx, order.id)) && (await expects(trx, booking, order.amountCents))) {
      const at = needs.clock().toISOString();
      await insertCheckout(trx, {
        id: order.id,
        booking_id: booking.id,
        purpose: booking.waiting ? "all" : "rest",
        amount_minor: order.amountCents,
        currency: order.currency,
        provider: provider.name,
        live: provider.live ? 1 : 0,
        provider_ref: ref,
        state: "ended",
        ends_at: order.endsAt.toISOString(),
        checked_at: null,
        next_check_at: at,
        failing_since: null,
        created_at: order.createdAt.toISOString(),
        created_by: PROVIDER_ACTOR,
        request_id: null,
      });
      return { ok: true, isDue: true };
    }
    const words = hostTexts.unknownMoney(provider.label, ref, booking?.reference ?? null);
    await raiseAlert(needs, trx, { id: `unknown/${ref}`, kind: "unknown-money", booking, ...words });
    return { ok: true, isDue: false };
  });
  return !isDue || (await syncCheckout(needs, order.id)) === "synced";
}

/** Whether this amount is due for a booking, or the booking is waiting for payment or has expired unpaid. */
async function expects(trx: Trx, booking: StoredBooking, amountCents: number): Promise<boolean> {
  if (booking.waiting?.for === "payment" || booking.endedUnpaid !== null) return true;
  return amountCents <= balanceOf(booking, await paymentsOf(trx, booking.id)).dueCents;
}
