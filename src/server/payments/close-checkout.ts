import { syncCheckout } from "./sync-checkout.ts";
import { checkoutById, setCheckoutState } from "./checkout-queries.ts";
import type { Checkout, PaymentNeeds } from "./ports.ts";

export type CloseResult = "closed" | "paid" | "unreachable";

/**
 * Closes the page at the provider and then syncs. The other order would miss a payment made between the two steps.
 */
export async function closeCheckout(needs: PaymentNeeds, checkout: Checkout): Promise<CloseResult> {
  const { provider, database } = needs;
  if (checkout.ref !== null) {
    if (!provider || provider.name !== checkout.provider) return "unreachable";
    if (provider.can.close) {
      const closed = await provider.close(checkout.ref);
      if (!closed.ok) return "unreachable";
    }
    if ((await syncCheckout(needs, checkout.id)) === "unreachable") return "unreachable";
  }
  if ((await checkoutById(database.db, checkout.id))?.state === "paid") return "paid";
  await setCheckoutState(database.db, checkout.id, "ended");
  return "closed";
}
