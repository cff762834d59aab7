import type { Config } from "./config.ts";
import { createPayHereClient } from "./payments/payhere-client.ts";
import { isEndpointActive } from "./payments/connect-webhook.ts";
import type { ConnectedWebhook } from "./payments/connected-webhook-queries.ts";
import type { PaymentProvider } from "./payments/ports.ts";
import { createStripeClient } from "./payments/stripe-client.ts";
import { bad, type Check, type Finding, good, skipped, warning } from "./doctor/finding.ts";

type Account = Pick<Config, "stripe" | "payhere" | "localBank" | "publicUrl">;

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Makes a read-only API call that needs a valid key: it reads Stripe's balance or requests a token from PayHere. */
export function paymentsCheck(
  { stripe, payhere, localBank, publicUrl }: Account,
  connected: () => Promise<ConnectedWebhook | null>,
): Check {
  return {
    id: "payments",
    title: "Card payments",
    look: async () => {
      const isPublic = publicUrl !== null && !LOCAL_HOSTS.includes(new URL(publicUrl).hostname);
      if (localBank) {
        const message = "Payments go to the simulated provider: no real money moves.";
        return isPublic
          ? bad(message, "Remove LOCAL_BANK and set STRIPE_SECRET_KEY, or PayHere's settings.")
          : good(message);
      }
      if (payhere) return checkPayHere(payhere, publicUrl, isPublic);
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
          "Copy the key again from Developers > API keys in Stripe's dashboard. A restricted key needs the permissions listed in docs/payments.md.",
        );
      }
      if (!account.ok) return bad(account.reason, "Can this machine reach Stripe? Check status.stripe.com.");
      const webhook = webhookSecret
        ? good("The webhook's secret is set.")
        : await checkWebhook(await connected(), publicUrl, client);
      const message = `The key works: ${account.words}. ${webhook.message}`;
      if (!client.live && isPublic) {
        const remedy = webhook.remedy ? ` ${webhook.remedy}` : "";
        return warning(
          `${message} Your public website uses test mode, so guests can't make real payments.`,
          `Set the live key (sk_live_…).${remedy}`,
        );
      }
      return { ...webhook, message };
    },
  };
}

/** Checks the webhook if STRIPE_WEBHOOK_SECRET is not set. Payments are recorded without it, but later. */
async function checkWebhook(
  connected: ConnectedWebhook | null,
  publicUrl: string | null,
  provider: PaymentProvider,
): Promise<Finding> {
  if (!connected) {
    const offer = publicUrl?.startsWith("https://")
      ? " To record payments at once, press “Connect payment updates” under Settings, Payments."
      : "";
    return good(`No webhook is connected, which is fine: Latchkey asks Stripe regularly.${offer}`);
  }
  const { url } = connected;
  const again = "Connect the webhook again under Settings, Payments.";
  if (url !== `${publicUrl ?? ""}/api/webhooks/stripe`)
    return warning(`Stripe's webhook goes to ${url}, which is not this site's address.`, again);
  const isActive = await isEndpointActive(provider, connected);
  if (isActive === null)
    return warning(
      "A webhook is connected in the portal, but whether Stripe still has it could not be checked now.",
      "Run the doctor again in a few minutes. Until then, payments are recorded anyway: Latchkey asks Stripe regularly.",
    );
  if (!isActive)
    return warning("This Stripe account does not have the webhook that is connected in the portal.", again);
  return good("Stripe's webhook is connected in the portal.");
}

async function checkPayHere(account: NonNullable<Config["payhere"]>, publicUrl: string | null, isPublic: boolean) {
  const client = createPayHereClient({
    account,
    clock: () => new Date(),
    notifyUrl: `${publicUrl ?? ""}/api/webhooks/payhere`,
    currency: async () => null,
    webhookTypes: async () => [],
    knownCharges: async () => [],
  });
  const found = await client.account();
  if (!found.ok && found.fault === "account") {
    return bad(
      found.reason,
      "In PayHere's portal, open Settings > API Keys and check that the App ID and App Secret match PAYHERE_APP_ID and PAYHERE_APP_SECRET. The app must allow your domain, the Payment Retrieval API and the Automated Charging API.",
    );
  }
  if (!found.ok) return bad(found.reason, "Can this machine reach PayHere?");
  if (account.live && new URL(account.url).hostname === "payhere.lk")
    return warning(`${found.words}: PAYHERE_URL lacks www.`, "Remove PAYHERE_URL, or use https://www.payhere.lk.");
  if (!account.app && !isPublic) {
    return bad(
      `${found.words}. Without PAYHERE_APP_ID, Latchkey learns of payments only from PayHere's webhooks, and PayHere cannot reach this address.`,
      "Set PAYHERE_APP_ID and PAYHERE_APP_SECRET, or PUBLIC_URL.",
    );
  }
  if (!account.live && isPublic)
    return warning(
      `${found.words}. Your public website uses test mode, so guests can't make real payments.`,
      "Remove PAYHERE_URL.",
    );
  if (!account.app) {
    return warning(
      `${found.words}. The merchant's secret cannot be checked, and refunds are made by hand.`,
      "Set PAYHERE_APP_ID and PAYHERE_APP_SECRET so that Latchkey can check payments with PayHere.",
    );
  }
  return good(`${found.words}: the app works.`);
}
