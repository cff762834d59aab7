import { commitIfOk } from "../database/transaction.ts";
import { closeAlarmsOf, isAlarmOpen, reopenAlarm } from "./alarm-queries.ts";
import { notices } from "./payment-texts.ts";
import type { Fault, PaymentNeeds, PaymentProvider, Reader } from "./ports.ts";
import { raiseAlarm } from "./raise-alarm.ts";

export const ACCOUNT_ALARM = "account";

/**
 * The provider refuses our key: the host gets an email once a day, and bookings that would have to be paid at once become
 * requests until `checkAccount` sees that the key works again.
 */
export async function accountAlarm(needs: PaymentNeeds, provider: PaymentProvider, { reason }: Fault): Promise<void> {
  const id = `account/${needs.clock().toISOString().slice(0, 10)}`;
  await commitIfOk(needs.database.db, async (trx) => {
    await raiseAlarm(needs, trx, {
      id,
      kind: ACCOUNT_ALARM,
      booking: null,
      ...notices.account(provider.label, reason),
    });
    // It had worked again since this morning, or the host has closed the alert.
    await reopenAlarm(trx, id);
    return { ok: true };
  });
}

/** Whether the provider refused our key when we last asked it for anything. */
export const isAccountRefused = (db: Reader): Promise<boolean> => isAlarmOpen(db, ACCOUNT_ALARM);

/** While our key is refused nobody opens a payment page, so nothing else would find out that it works again. */
export async function checkAccount({ database, provider, clock }: PaymentNeeds): Promise<void> {
  if (!provider || !(await isAccountRefused(database.db))) return;
  const answer = await provider.account();
  if (!answer.ok) return;
  await closeAlarmsOf(database.db, ACCOUNT_ALARM, clock(), "payment", `${provider.label} accepts our key again.`);
}
