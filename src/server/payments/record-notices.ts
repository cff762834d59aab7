import { commitIfOk } from "../database/transaction.ts";
import { batchWhileBusy } from "../runtime/batch-while-busy.ts";
import { checkoutsOfCharges, checkoutsOfRefs, lookSoon } from "./checkout-queries.ts";
import { insertNotices } from "./ledger-queries.ts";
import type { Notice, PaymentNeeds, PaymentProvider } from "./ports.ts";

type Told = { notice: Notice; at: Date };

const MOST_AT_ONCE = 500;

/**
 * Writes down what the provider told, and brings the next look at the checkout forward. Notices that come at once share a
 * transaction; nobody is answered before it is committed.
 */
export function createNoticeRecorder(
  { database }: Pick<PaymentNeeds, "database">,
  provider: PaymentProvider,
): (told: Told) => Promise<void> {
  return batchWhileBusy<Told>(async (all) => {
    await commitIfOk(database.db, async (trx) => {
      const refs = [...new Set(all.map(({ notice }) => notice.ref))];
      const known = await checkoutsOfRefs(trx, provider.name, refs);
      const others = refs.filter((ref) => !known.has(ref));
      if (others.length > 0) for (const [ref, id] of await checkoutsOfCharges(trx, others)) known.set(ref, id);
      // Servers that write the same rows do so in the same order, so that none waits for another that waits for it.
      const inOrder = [...new Map(all.map((told) => [told.notice.id, told])).values()].toSorted((a, b) =>
        a.notice.id < b.notice.id ? -1 : 1,
      );
      const rows = inOrder.map(({ notice, at }) => ({
        ...notice,
        at,
        outcome: known.has(notice.ref) ? ("queued" as const) : ("unknown-object" as const),
      }));
      await insertNotices(trx, provider, rows);
      const latest = new Map<string, Date>();
      for (const { notice, at } of all) {
        const id = known.get(notice.ref);
        if (id && at >= (latest.get(id) ?? at)) latest.set(id, at);
      }
      for (const [id, at] of [...latest].toSorted(([a], [b]) => (a < b ? -1 : 1))) await lookSoon(trx, id, at);
      return { ok: true };
    });
  }, MOST_AT_ONCE);
}
