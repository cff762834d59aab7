import { commitIfOk } from "../database/transaction.ts";
import { notices } from "./payment-texts.ts";
import type { Fault, PaymentNeeds, PaymentProvider } from "./ports.ts";
import { raiseAlarm } from "./raise-alarm.ts";

/** Told once a day. */
export async function accountAlarm(needs: PaymentNeeds, provider: PaymentProvider, { reason }: Fault): Promise<void> {
  const id = `account/${needs.clock().toISOString().slice(0, 10)}`;
  await commitIfOk(needs.database.db, async (trx) => {
    await raiseAlarm(needs, trx, { id, kind: "account", booking: null, ...notices.account(provider.label, reason) });
    return { ok: true };
  });
}
