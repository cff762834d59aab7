import { commit, type Trx } from "../database/transaction.ts";
import { batchWhileBusy } from "../runtime/batch-while-busy.ts";
import { closeReplacedAlerts } from "./alert-queries.ts";
import { checkoutById, checkoutsOfCharges, checkoutsOfRefs, scheduleSync } from "./checkout-queries.ts";
import { insertWebhookEvents, paymentIdsOf } from "./ledger-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { WebhookEvent, PaymentNeeds, PaymentProvider } from "./ports.ts";
import { raiseAlert } from "./raise-alert.ts";

type Received = { event: WebhookEvent; at: Date };

const MAX_BATCH = 500;

/**
 * Records webhooks and schedules a sync of their checkouts. Webhooks that arrive at the same time share a transaction,
 * and each webhook is acknowledged only after the commit.
 */
export function createWebhookRecorder(
  needs: Pick<PaymentNeeds, "database" | "clock" | "notifyHost" | "find">,
  provider: PaymentProvider,
): (received: Received) => Promise<void> {
  return batchWhileBusy<Received>(async (all) => {
    await commit(needs.database.db, async (trx) => {
      const refs = [...new Set(all.map(({ event }) => event.ref))];
      const known = await checkoutsOfRefs(trx, provider.name, refs);
      const others = refs.filter((ref) => !known.has(ref));
      if (others.length > 0) for (const [ref, id] of await checkoutsOfCharges(trx, others)) known.set(ref, id);
      // All servers write the rows in the same order, to avoid deadlocks.
      const inOrder = [...new Map(all.map((received) => [received.event.id, received])).values()].toSorted((a, b) =>
        a.event.id < b.event.id ? -1 : 1,
      );
      const rows = inOrder.map(({ event, at }) => ({
        ...event,
        at,
        outcome: known.has(event.ref) ? ("queued" as const) : ("unknown-object" as const),
      }));
      await insertWebhookEvents(trx, provider, rows);
      const latest = new Map<string, Date>();
      for (const { event, at } of all) {
        const id = known.get(event.ref);
        if (id && at >= (latest.get(id) ?? at)) latest.set(id, at);
      }
      for (const [id, at] of [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1))) await scheduleSync(trx, id, at);
      // Without the provider's API, only one payment on each page is counted.
      const paid = new Set(inOrder.filter(({ event }) => event.isPayment).map(({ event }) => event.ref));
      const unasked = provider.can.refund ? [] : [...paid].filter((ref) => known.has(ref));
      for (const ref of unasked) await alertToSecondPayment(needs, trx, provider, ref, known.get(ref) ?? "");
      // If a provider cannot list its payments, only this webhook reveals a payment for a booking that no longer
      // exists.
      const unknown = provider.can.list ? [] : inOrder.filter(({ event }) => event.isPayment && !known.has(event.ref));
      for (const { event } of unknown) {
        const words = hostTexts.unknownMoney(provider.label, event.ref, null);
        await raiseAlert(needs, trx, { id: `unknown/${event.ref}`, kind: "unknown-money", booking: null, ...words });
      }
    });
  }, MAX_BATCH);
}

/**
 * Alerts the host if webhooks report different payments on one page, because the guest may have paid twice. An alert
 * about a third payment names all of them and replaces the earlier one. The payments' ids are not signed, but only the
 * provider can make the rest of a webhook. Scheduling the sync has locked the checkout's row, so another server's
 * webhooks about the same page are either committed by now, or that server will see ours.
 */
async function alertToSecondPayment(
  needs: Pick<PaymentNeeds, "clock" | "notifyHost" | "find">,
  trx: Trx,
  provider: PaymentProvider,
  ref: string,
  checkoutId: string,
): Promise<void> {
  const ids = await paymentIdsOf(trx, provider, ref);
  const checkout = ids.length > 1 ? await checkoutById(trx, checkoutId) : null;
  const booking = checkout && (await needs.find(checkout.bookingId, trx));
  if (!booking) return;
  const words = hostTexts.paidAgain(booking.reference, provider.label, ids);
  const alertId = (payments: number) => `paid-again/${checkoutId}/${payments}`;
  await raiseAlert(needs, trx, { id: alertId(ids.length), kind: "paid-again", booking, ...words });
  await closeReplacedAlerts(
    trx,
    ids.map((_, n) => alertId(n)),
    needs.clock(),
  );
}
