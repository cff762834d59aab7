import type { Config } from "./config.ts";
import { createStripeClient } from "./payments/stripe-client.ts";
import { bad, type Check, good, skipped, warning } from "./doctor/ports.ts";

type Account = Pick<Config, "stripe" | "localBank" | "publicUrl">;

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Asks Stripe for the account's balance, which needs a valid key and changes nothing. */
export function paymentsCheck({ stripe, localBank, publicUrl }: Account): Check {
  return {
    id: "payments",
    title: "Card payments",
    look: async () => {
      const isPublic = publicUrl !== null && !LOCAL_HOSTS.includes(new URL(publicUrl).hostname);
      if (localBank) {
        const said = "The stand-in bank takes the payments: no money moves.";
        return isPublic ? bad(said, "Remove LOCAL_BANK and set STRIPE_SECRET_KEY.") : good(said);
      }
      if (!stripe) return skipped("Not set up.");
      const { secretKey, webhookSecret, apiUrl, pageOrigin } = stripe;
      const client = createStripeClient({
        secretKey,
        pageOrigin,
        apiUrl: async () => apiUrl,
        webhookSecrets: async () => [],
        installation: async () => "doctor",
      });
      const account = await client.account();
      if (!account.ok && account.fault === "account") {
        return bad(
          account.reason,
          "Copy the key again from Developers, API keys in Stripe's dashboard. A restricted key needs what docs/payments.md lists.",
        );
      }
      if (!account.ok) return bad(account.reason, "Can this machine reach Stripe? Look at status.stripe.com.");
      const webhook = webhookSecret
        ? "The webhook's secret is set."
        : "STRIPE_WEBHOOK_SECRET is not set, which is fine: Latchkey asks Stripe itself.";
      const said = `The key works: ${account.words}. ${webhook}`;
      if (!client.live && isPublic) {
        return warning(
          `${said} Guests at your public address pay with test cards only.`,
          "Set the live key (sk_live_…).",
        );
      }
      return good(said);
    },
  };
}
