import { commitIfOk } from "../database/transaction.ts";
import { closeAlarmsOf, isAlarmOpen, reopenAlarm } from "./alarm-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { Fault, PaymentNeeds, PaymentProvider, Reader } from "./ports.ts";
import { raiseAlarm } from "./raise-alarm.ts";

export const ACCOUNT_ALARM = "account";

/**
 * The provider rejects our API key. The host gets one email a day, and bookings that require payment become requests until
 * `checkAccount` finds that the key works again.
 */
export async function raiseAccountAlarm(
  needs: PaymentNeeds,
  provider: PaymentProvider,
  { reason }: Fault,
): Promise<void> {
  const id = `account/${needs.clock().toISOString().slice(0, 10)}`;
  await commitIfOk(needs.database.db, async (trx) => {
    await raiseAlarm(needs, trx, {
      id,
      kind: ACCOUNT_ALARM,
      booking: null,
      ...hostTexts.account(provider.label, reason),
    });
    // The key may have worked in between, or the host may have closed the alert.
    await reopenAlarm(trx, id);
    return { ok: true };
  });
}

/** Whether the provider rejected our API key in the latest call. */
export const isAccountRefused = (db: Reader): Promise<boolean> => isAlarmOpen(db, ACCOUNT_ALARM);

/** Guests open no payment pages while the key is rejected, so only this check notices that it works again. */
export async function checkAccount({ database, provider, clock }: PaymentNeeds): Promise<void> {
  if (!provider || !(await isAccountRefused(database.db))) return;
  const account = await provider.account();
  if (!account.ok) return;
  await closeAlarmsOf(database.db, ACCOUNT_ALARM, clock(), "payment", `${provider.label} accepts our API key again.`);
}
