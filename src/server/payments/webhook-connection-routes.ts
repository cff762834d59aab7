import { connectPaymentWebhook, disconnectPaymentWebhook, readPaymentWebhook } from "#contract/payments.ts";
import { actorOf } from "../http/call.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import { connectWebhook, disconnectWebhook, type WebhookNeeds, webhookState } from "./connect-webhook.ts";

/** Connects the provider's webhook in the portal, for hosts without access to the server's settings. */
export function mountWebhookConnection(mount: Mount, needs: WebhookNeeds): void {
  mount(readPaymentWebhook, async () => webhookState(needs));
  mount(connectPaymentWebhook, async (_input, call) => {
    const result = await connectWebhook(needs, await actorOf(call));
    return result.ok ? webhookState(needs) : new Problem(409, result.reason);
  });
  mount(disconnectPaymentWebhook, async (_input, call) => {
    const result = await disconnectWebhook(needs, await actorOf(call));
    return result.ok ? webhookState(needs) : new Problem(409, result.reason);
  });
}
