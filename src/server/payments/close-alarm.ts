import { commitIfOk } from "../database/transaction.ts";
import { bookingOfAlarm, closeAlarm } from "./alarm-queries.ts";
import { changeRefund } from "./refund-queries.ts";
import type { PaymentNeeds } from "./ports.ts";

type Order = { id: string; words: string; actor: string };

/** The host has settled what an alarm is about. A refund that had failed counts as settled with it. */
export async function closeOneAlarm(needs: PaymentNeeds, { id, words, actor }: Order): Promise<boolean> {
  const at = needs.clock();
  const result = await commitIfOk(needs.database.db, async (trx) => {
    if (!(await closeAlarm(trx, id, at, actor, words))) return { ok: false };
    const refundId = /^refund-(?:failed|by-hand)\/(.+)$/.exec(id)?.[1];
    if (refundId)
      await changeRefund(trx, refundId, ["failed", "by-hand"], { state: "failed", closed_at: at.toISOString() });
    const aboutGuestOf = (await bookingOfAlarm(trx, id)) ?? undefined;
    await needs.record({ actor, act: "Closed a payment alert", subject: id, after: { words }, aboutGuestOf }, trx);
    return { ok: true };
  });
  return result.ok;
}
