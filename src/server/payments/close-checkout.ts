import { belongsTo, syncCheckout } from "./sync-checkout.ts";
import { checkoutById, setCheckoutState } from "./checkout-queries.ts";
import type { Checkout, PaymentNeeds } from "./ports.ts";

export type CloseResult = "closed" | "paid" | "unreachable";

/**
 * Closes a page. An expired page that the provider can no longer be asked about counts as closed, so that the booking
 * can be changed and paid for again.
 */
export async function closeCheckout(needs: PaymentNeeds, checkout: Checkout): Promise<CloseResult> {
  const closed = await closeAndSync(needs, checkout);
  if (closed !== "unreachable") return closed;
  return (await checkoutById(needs.database.db, checkout.id))?.state === "ended" ? "closed" : "unreachable";
}

/**
 * Closes the page at the provider and then syncs. The reverse order would miss a payment made between the two steps.
 * `unreachable` means that the guest may have paid on the page, or may still pay on it.
 */
export async function closeAndSync(needs: PaymentNeeds, checkout: Checkout): Promise<CloseResult> {
  const { provider, database } = needs;
  if (checkout.ref !== null) {
    let isClosed = true;
    if (belongsTo(provider, checkout) && provider.can.close) {
      const closed = await provider.close(checkout.ref);
      if (!closed.ok && closed.fault !== "refused") return "unreachable";
      isClosed = closed.ok;
    }
    if ((await syncCheckout(needs, checkout.id)) === "unreachable" || !isClosed) return "unreachable";
  }
  if ((await checkoutById(database.db, checkout.id))?.state === "paid") return "paid";
  await setCheckoutState(database.db, checkout.id, "ended");
  return "closed";
}
