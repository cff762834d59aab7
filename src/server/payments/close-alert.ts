import { commitIfOk } from "../database/transaction.ts";
import { bookingOfAlert, closeAlert } from "./alert-queries.ts";
import { changeRefund } from "./refund-queries.ts";
import type { PaymentNeeds } from "./ports.ts";

type Order = { id: string; words: string; actor: string };

/** Closes an alert for the host. If the alert is about a refund, the refund also counts as settled. */
export async function closeOneAlert(needs: PaymentNeeds, { id, words, actor }: Order): Promise<boolean> {
  const at = needs.clock();
  const result = await commitIfOk(needs.database.db, async (trx) => {
    if (!(await closeAlert(trx, id, at, actor, words))) return { ok: false };
    const refundId = /^refund-(?:failed|by-hand)\/(.+)$/.exec(id)?.[1];
    if (refundId)
      await changeRefund(trx, refundId, ["failed", "by-hand"], { state: "failed", closed_at: at.toISOString() });
    const aboutGuestOf = (await bookingOfAlert(trx, id)) ?? undefined;
    await needs.record({ actor, act: "Closed a payment alert", subject: id, after: { words }, aboutGuestOf }, trx);
    return { ok: true };
  });
  return result.ok;
}
