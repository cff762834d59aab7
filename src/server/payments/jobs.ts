import { commitIfOk } from "../database/transaction.ts";
import type { Job } from "../jobs/job.ts";
import { accountAlarm, checkAccount } from "./account-alarm.ts";
import { cancelUnpaidStays } from "./cancel-unpaid-stays.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { lookAtCheckout } from "./look-at-checkout.ts";
import { openAtProvider } from "./open-checkout.ts";
import { endHoldBack, isHeldBack, notSeenSinceRestore } from "./alarm-queries.ts";
import {
  checkoutById,
  checkoutByRef,
  checkoutOfCharge,
  checkoutsToLookAt,
  checkoutsToOpen,
  lookSoon,
} from "./checkout-queries.ts";
import { notices } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { raiseAlarm } from "./raise-alarm.ts";
import { remind } from "./remind.ts";
import { sendRefunds } from "./send-refunds.ts";
import { underLease } from "./under-lease.ts";

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const AT_ONCE = 100;
const SWEEP_BACK_MS = 3 * 24 * HOUR_MS;

/** What time asks for while something is paid online. Each is safe to do twice, and by several instances. */
export function paymentJobs(needs: PaymentNeeds): Job[] {
  return [
    { name: "look at payments", everyMs: 5 * SECOND_MS, run: () => lookAtDue(needs) },
    { name: "open payment pages", everyMs: 20 * SECOND_MS, run: () => openWaiting(needs) },
    { name: "look at the payment account", everyMs: 60 * SECOND_MS, run: () => checkAccount(needs) },
    { name: "look at payments after a restore", everyMs: 30 * SECOND_MS, run: () => afterRestore(needs) },
    { name: "end unpaid holds", everyMs: 20 * SECOND_MS, irreversible: true, run: () => endUnpaid(needs) },
    { name: "send refunds", everyMs: 10 * SECOND_MS, run: () => sendRefunds(needs) },
    { name: "remind of payments", everyMs: 60 * SECOND_MS, run: () => remind(needs) },
    {
      name: "cancel unpaid stays",
      everyMs: 60 * SECOND_MS,
      irreversible: true,
      run: () => cancelUnpaidStays(needs),
    },
    {
      name: "sweep payments",
      everyMs: 6 * HOUR_MS,
      run: async () => void (await sweep(needs, new Date(needs.clock().getTime() - SWEEP_BACK_MS))),
    },
  ];
}

/** Holds of a time when something was paid online end all the same; nothing is asked of a provider that is not there. */
export function leftoverJobs(needs: PaymentNeeds): Job[] {
  return [{ name: "end unpaid holds", everyMs: HOUR_MS, irreversible: true, run: () => endUnpaid(needs) }];
}

const RESTORE_BACK_MS = 30 * 24 * HOUR_MS;

/** After a restore: everything is looked at, then what the records do not know, and only then goes anything on. */
async function afterRestore(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  if (!needs.provider || !(await isHeldBack(db))) return;
  if ((await notSeenSinceRestore(db)).length > 0) return;
  if (!needs.provider.can.list) await alarmToCompare(needs, needs.provider);
  else if (!(await sweep(needs, new Date(needs.clock().getTime() - RESTORE_BACK_MS)))) return;
  await endHoldBack(db, needs.clock());
}

/** Money from after the backup, for bookings that the backup does not have, only the host can find. */
async function alarmToCompare(needs: PaymentNeeds, { label }: NonNullable<PaymentNeeds["provider"]>): Promise<void> {
  const id = `compare/${needs.clock().toISOString().slice(0, 10)}`;
  await commitIfOk(needs.database.db, async (trx) => {
    await raiseAlarm(needs, trx, { id, kind: "compare", booking: null, ...notices.compareByHand(label) });
    return { ok: true };
  });
}

async function lookAtDue(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  for (const id of await checkoutsToLookAt(db, needs.clock(), AT_ONCE))
    await underLease(needs, `look/${id}`, () => lookAtCheckout(needs, id));
}

/** Pages that could not be opened when a guest asked for them, as soon as the provider answers again. */
async function openWaiting(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  const { provider } = needs;
  if (!provider) return;
  for (const id of await checkoutsToOpen(db)) {
    const checkout = await checkoutById(db, id);
    const booking = checkout && (await needs.find(checkout.bookingId));
    if (!checkout || !booking || checkout.endsAt <= needs.clock()) continue;
    await openAtProvider(needs, provider, checkout, booking);
  }
}

/**
 * Asks the provider what has happened since a moment, whatever we were told: refunds and disputes that were made in its own
 * dashboard, and after a restore what the records do not know.
 */
export async function sweep(needs: PaymentNeeds, since: Date): Promise<boolean> {
  const { provider, database } = needs;
  if (!provider?.can.list) return false;
  const found = await provider.since(since);
  if (!found.ok) {
    if (found.fault === "account") await accountAlarm(needs, provider, found);
    return false;
  }
  for (const { ref, ours } of found.touched) {
    const checkout =
      (await checkoutByRef(database.db, provider.name, ref)) ?? (await checkoutOfCharge(database.db, ref));
    if (checkout) await lookSoon(database.db, checkout.id, needs.clock());
    else if (ours) await alarmUnknown(needs, provider, ref);
  }
  return true;
}

/** Ours by its mark, and not in our records: only paid ones are money. */
async function alarmUnknown(needs: PaymentNeeds, provider: NonNullable<PaymentNeeds["provider"]>, ref: string) {
  const looked = await provider.look(ref);
  if (!looked.ok || !looked.facts.some(({ kind }) => kind === "charge")) return;
  await commitIfOk(needs.database.db, async (trx) => {
    const words = notices.unknownMoney(provider.label, ref);
    await raiseAlarm(needs, trx, { id: `unknown/${ref}`, kind: "unknown-money", booking: null, ...words });
    return { ok: true };
  });
}
