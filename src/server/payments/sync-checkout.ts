import { AFTER_PAGE_MS, nextSync } from "#domain/payments/times.ts";
import { raiseAccountAlert } from "./account-alert.ts";
import { checkoutById, recordSync, setCheckoutState } from "./checkout-queries.ts";
import type { PaymentNeeds } from "./ports.ts";
import { recordFacts } from "./record-facts.ts";

const RETRY_MS = 30_000;

/**
 * Fetches everything that happened to a checkout and records it. The provider is the source of truth. While the clock
 * is unreliable, the checkout does not end and stays due, because the next sync could be days too late.
 */
export async function syncCheckout(needs: PaymentNeeds, id: string): Promise<"synced" | "unreachable"> {
  const { provider, database, clock } = needs;
  const checkout = await checkoutById(database.db, id);
  if (!checkout?.ref) return "synced";
  if (!provider || provider.name !== checkout.provider || provider.live !== checkout.live) return "unreachable";
  // The response counts as the state at this moment, however late it arrives.
  const at = clock();
  const isSettled = needs.clockIsSettled();
  const due = checkout.nextCheckAt === null ? null : new Date(checkout.nextCheckAt);
  const found = await provider.fetchFacts(checkout.ref);
  if (!found.ok) {
    needs.log("a checkout could not be synced", { checkout: id, fault: found.fault, reason: found.reason });
    if (found.fault === "account") await raiseAccountAlert(needs, provider, found);
    const next = new Date(at.getTime() + Math.max(RETRY_MS, found.waitMs ?? 0));
    // A page that the provider does not know must not delay refunds after a restore for ever.
    const failing = found.fault !== "refused";
    await recordSync(database.db, checkout, { at, next: isSettled ? next : due, failing });
    return "unreachable";
  }
  await recordFacts(needs, id, found.facts);
  // An expired page does not accept payments, so the guest can open another page.
  const isOver = at.getTime() > checkout.endsAt.getTime() + 2 * AFTER_PAGE_MS;
  if (isSettled && isOver && (checkout.state === "open" || checkout.state === "unknown"))
    await setCheckoutState(database.db, id, "ended");
  const next = isSettled ? nextSync(checkout, at, !provider.can.close) : due;
  await recordSync(database.db, checkout, { at, next, failing: false });
  return "synced";
}
