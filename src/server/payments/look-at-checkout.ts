import { AFTER_PAGE_MS, nextLook } from "#domain/payments/times.ts";
import { accountAlarm } from "./account-alarm.ts";
import { checkoutById, noteLook, setCheckoutState } from "./checkout-queries.ts";
import type { PaymentNeeds } from "./ports.ts";
import { takeFacts } from "./take-facts.ts";

const AGAIN_MS = 30_000;

/** Asks the provider what has happened to a checkout, and writes it down. The provider's object is the truth. */
export async function lookAtCheckout(needs: PaymentNeeds, id: string): Promise<"looked" | "unreachable"> {
  const { provider, database, clock } = needs;
  const checkout = await checkoutById(database.db, id);
  if (!checkout?.ref) return "looked";
  if (!provider || provider.name !== checkout.provider || provider.live !== checkout.live) return "unreachable";
  // The answer is about this moment, however long it takes to arrive.
  const at = clock();
  const looked = await provider.look(checkout.ref);
  if (!looked.ok) {
    needs.log("a payment could not be looked at", { checkout: id, fault: looked.fault, reason: looked.reason });
    if (looked.fault === "account") await accountAlarm(needs, provider, looked);
    const next = new Date(at.getTime() + Math.max(AGAIN_MS, looked.waitMs ?? 0));
    await noteLook(database.db, checkout, { at, next, failing: true });
    return "unreachable";
  }
  await takeFacts(needs, id, looked.facts);
  // A page that was looked at after its end takes no more payments, so it blocks no other one.
  const isOver = at.getTime() > checkout.endsAt.getTime() + 2 * AFTER_PAGE_MS;
  if (isOver && (checkout.state === "open" || checkout.state === "unknown"))
    await setCheckoutState(database.db, id, "ended");
  await noteLook(database.db, checkout, { at, next: nextLook(checkout, at, !provider.can.close), failing: false });
  return "looked";
}
