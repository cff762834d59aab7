import { commit } from "../database/transaction.ts";
import { closeAlertsOf, isAlertOpen, reopenAlert } from "./alert-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { Fault, PaymentNeeds, PaymentProvider, Reader } from "./ports.ts";
import { raiseAlert } from "./raise-alert.ts";

export const ACCOUNT_ALERT = "account";

/**
 * Alerts the host to a problem with the account: the provider rejects our API key or app, it lacks a permission, or the
 * currency of the prices is not accepted. The host is notified at most once a day. New bookings that require payment
 * become requests until `checkAccount` finds that the account works again.
 */
export async function raiseAccountAlert(
  needs: PaymentNeeds,
  provider: PaymentProvider,
  { reason }: Fault,
): Promise<void> {
  const id = `account/${needs.clock().toISOString().slice(0, 10)}`;
  await commit(needs.database.db, async (trx) => {
    await raiseAlert(needs, trx, {
      id,
      kind: ACCOUNT_ALERT,
      booking: null,
      ...hostTexts.account(provider.label, reason),
    });
    // Today's alert may already exist and be closed, because the account worked again in the meantime.
    await reopenAlert(trx, id);
  });
}

export const isAccountRefused = (db: Reader): Promise<boolean> => isAlertOpen(db, ACCOUNT_ALERT);

/**
 * Closes the alert once the account works again. While bookings become requests, there may be no other API call that
 * shows this.
 */
export async function checkAccount({ database, provider, clock }: PaymentNeeds): Promise<void> {
  if (!provider || !(await isAccountRefused(database.db))) return;
  const account = await provider.account();
  if (!account.ok) return;
  await closeAlertsOf(database.db, ACCOUNT_ALERT, clock(), "payment", `${provider.label} works again.`);
}
