import type { SecretBox } from "../core/secret-files.ts";
import type { Fault, PaymentNeeds, PaymentProvider } from "./ports.ts";
import {
  type ConnectedWebhook,
  deleteConnectedWebhook,
  webhookSecretScope,
  type WebhookSecrets,
  readConnectedWebhook,
  writeConnectedWebhook,
} from "./connected-webhook-queries.ts";

export type WebhookNeeds = Pick<PaymentNeeds, "database" | "record" | "provider"> & {
  webhook: {
    box: SecretBox;
    secrets: WebhookSecrets;
    url: string;
    /** True if the signing secret is set in the environment, which takes precedence. */
    isFixed: boolean;
  };
};

export type WebhookState = {
  source: "environment" | "portal" | "none";
  mayConnect: boolean;
  address: string | null;
  problem: string | null;
};

const SUBJECT = "Card payments";

/** Whether the host can connect the webhook in the portal, which requires an HTTPS URL. */
function mayConnectHere({ provider, webhook }: Pick<WebhookNeeds, "provider" | "webhook">): boolean {
  return !webhook.isFixed && provider?.webhookEndpoint !== null && webhook.url.startsWith("https://");
}

export async function webhookState({ database, provider, webhook }: WebhookNeeds): Promise<WebhookState> {
  const { url, isFixed, secrets } = webhook;
  const mayConnect = mayConnectHere({ provider, webhook });
  const connected = await readConnectedWebhook(database.db);
  if (isFixed) return { source: "environment", mayConnect, address: connected?.url ?? null, problem: null };
  if (!connected) return { source: "none", mayConnect, address: null, problem: null };
  const address = connected.url;
  const canRead = (await secrets.refresh()).length > 0;
  // If that cannot be checked, we assume that the endpoint exists.
  if (canRead && (await isEndpointActive(provider, connected)) !== false)
    return { source: "portal", mayConnect, address, problem: null };
  const problem = canRead
    ? "Your Stripe account does not have this webhook: the account has changed, or the webhook was removed or disabled in Stripe's dashboard. Connect again."
    : address === url
      ? "This server cannot read the webhook's signing secret, because its key file cannot be read, or because the key file or the mode (test or live) has changed. Connect again."
      : `Stripe sends webhooks to ${address}, but your site's address has changed. Connect again.`;
  return { source: "portal", mayConnect, address, problem };
}

/**
 * False if the provider does not have the connected endpoint, or has disabled it; null if the provider cannot say so
 * now. For webhooks that were connected before the endpoint's id was stored, it is always true.
 */
export async function isEndpointActive(
  provider: PaymentProvider | null,
  { endpoint }: ConnectedWebhook,
): Promise<boolean | null> {
  return endpoint === undefined || (provider?.webhookEndpoint?.isActive(endpoint) ?? null);
}

type Result = { ok: true } | { ok: false; reason: string };

export async function connectWebhook(needs: WebhookNeeds, actor: string): Promise<Result> {
  const { database, provider, record, webhook } = needs;
  const address = provider?.webhookEndpoint;
  if (!provider || !address || !mayConnectHere(needs))
    return { ok: false, reason: "The webhook cannot be connected here." };
  const { box, secrets, url } = webhook;
  const sealer = await box.sealer();
  if (!sealer.ok) return sealer;
  const made = await address.connect(url);
  if (!made.ok) return { ok: false, reason: reasonOf(made) };
  const sealed = sealer.seal(made.secret, webhookSecretScope(url, provider.live));
  await database.db.transaction().execute(async (trx) => {
    await writeConnectedWebhook(trx, { url, endpoint: made.id, sealed });
    await record(
      { actor, act: `Connected the ${provider.label} webhook`, subject: SUBJECT, after: { address: url } },
      trx,
    );
  });
  await secrets.refresh();
  return { ok: true };
}

/**
 * Removes the endpoint at the provider first, because the provider would otherwise send webhooks that we can no longer
 * verify.
 */
export async function disconnectWebhook(
  { database, provider, record, webhook }: WebhookNeeds,
  actor: string,
): Promise<Result> {
  const gone = await provider?.webhookEndpoint?.disconnect();
  if (gone && !gone.ok) return { ok: false, reason: reasonOf(gone) };
  await database.db.transaction().execute(async (trx) => {
    if (!(await deleteConnectedWebhook(trx))) return;
    const label = provider?.label ?? "payment provider";
    await record({ actor, act: `Disconnected the ${label} webhook`, subject: SUBJECT }, trx);
  });
  await webhook.secrets.refresh();
  return { ok: true };
}

function reasonOf({ fault, reason }: Fault): string {
  if (fault !== "account") return reason;
  return `${reason} A restricted key also needs “Webhook Endpoints: write”.`;
}
