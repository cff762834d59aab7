import { AFTER_PAGE_MS, nextSync } from "#domain/payments/times.ts";
import { raiseAccountAlert } from "./account-alert.ts";
import { checkoutById, recordSync, setCheckoutState } from "./checkout-queries.ts";
import type { Checkout, PaymentNeeds, PaymentProvider } from "./ports.ts";
import { recordFacts } from "./record-facts.ts";

const RETRY_MS = 30_000;

/** Whether a checkout belongs to this provider and mode, so that the provider can be asked about it. */
export function belongsTo(
  provider: PaymentProvider | null,
  { provider: name, live }: Pick<Checkout, "provider" | "live">,
): provider is PaymentProvider {
  return provider?.name === name && provider.live === live;
}

/**
 * Fetches what happened to a checkout and records it. While the clock is unreliable, the checkout does not end and
 * stays due, because the next sync could be days too late. A checkout that the provider does not know, or that belongs
 * to another provider, also ends once its page has expired.
 */
export async function syncCheckout(needs: PaymentNeeds, id: string): Promise<"synced" | "unreachable"> {
  const { provider, database, clock } = needs;
  const checkout = await checkoutById(database.db, id);
  if (!checkout?.ref) return "synced";
  // The response counts as the state at this moment, however late it arrives.
  const at = clock();
  const isSettled = needs.clockIsSettled();
  // Once this is true, the checkout ends. By then, Stripe's page no longer accepts payments. PayHere's form still does,
  // so its checkout is synced for two weeks after its end (`nextSync`).
  const isOver = isSettled && at.getTime() > checkout.endsAt.getTime() + 2 * AFTER_PAGE_MS;
  const endIfOver = async () => {
    if (isOver) await setCheckoutState(database.db, id, "ended");
  };
  if (!belongsTo(provider, checkout)) {
    await endIfOver();
    return "unreachable";
  }
  const due = checkout.nextCheckAt === null ? null : new Date(checkout.nextCheckAt);
  const found = await provider.fetchFacts(checkout.ref);
  if (!found.ok) {
    needs.log("a checkout could not be synced", { checkout: id, fault: found.fault, reason: found.reason });
    if (found.fault === "account") await raiseAccountAlert(needs, provider, found);
    // The provider does not know the page. That must not block the booking or delay refunds after a restore forever.
    const isUnknown = found.fault === "refused";
    if (isUnknown) await endIfOver();
    const retryAt = new Date(at.getTime() + Math.max(RETRY_MS, found.waitMs ?? 0));
    const next = isUnknown && isOver ? nextSync(checkout, at, !provider.can.close) : retryAt;
    await recordSync(database.db, checkout, { at, next: isSettled ? next : due, failing: !isUnknown });
    return "unreachable";
  }
  await recordFacts(needs, id, found.facts);
  await endIfOver();
  const next = isSettled ? nextSync(checkout, at, !provider.can.close) : due;
  await recordSync(database.db, checkout, { at, next, failing: false });
  return "synced";
}
