import { setTimeout } from "node:timers/promises";
import * as z from "zod/mini";
import type { Fault, WebhookEndpoint } from "./ports.ts";
import { API_VERSION, type StripeApi } from "./stripe-api-client.ts";

/** docs/payments.md lists the same events, for hosts who set up the webhook in Stripe's dashboard. */
export const WEBHOOK_EVENTS = [
  "checkout.session.completed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
] as const;

/** The portal's payment settings wait for this check, so it takes less time than other API calls may. */
const ACTIVE_WITHIN_MS = 3000;

const PATH = "/v1/webhook_endpoints";
const endpoint = z.object({ id: z.string(), metadata: z._default(z.nullable(z.record(z.string(), z.string())), {}) });
const status = z.object({ status: z.string() });
const made = z.object({ id: z.string(), secret: z.string().check(z.minLength(1)) });
const listed = z.object({ data: z.array(endpoint), has_more: z.boolean() });

/** Manages this installation's webhook endpoint at Stripe. Other endpoints on the same account are not changed. */
export function createWebhookEndpoint({ ask }: StripeApi, installation: () => Promise<string>): WebhookEndpoint {
  async function ours(): Promise<{ ok: true; ids: string[] } | Fault> {
    const name = await installation();
    const found = await ask(listed, "GET", PATH, { limit: 100 });
    if (!found.ok) return found;
    return {
      ok: true,
      ids: found.body.data.filter(({ metadata }) => metadata?.["installation"] === name).map(({ id }) => id),
    };
  }

  async function remove(ids: readonly string[]): Promise<{ ok: true } | Fault> {
    for (const id of ids) {
      const removed = await ask(z.object({ id: z.string() }), "DELETE", `${PATH}/${encodeURIComponent(id)}`);
      if (!removed.ok && removed.code !== "resource_missing") return removed;
    }
    return { ok: true };
  }

  return {
    connect: async (url) => {
      const before = await ours();
      if (!before.ok) return before;
      const response = await ask(made, "POST", PATH, {
        url,
        enabled_events: [...WEBHOOK_EVENTS],
        api_version: API_VERSION,
        description: "Latchkey: payments of bookings",
        metadata: { installation: await installation() },
      });
      if (!response.ok) return response;
      // A failed removal does no harm: we reject the old endpoint's signatures, and the next connect or disconnect
      // removes it.
      await remove(before.ids);
      return { ok: true, ...response.body };
    },
    isActive: async (id) => {
      const asked = ask(status, "GET", `${PATH}/${encodeURIComponent(id)}`);
      const found = await Promise.race([asked, setTimeout(ACTIVE_WITHIN_MS, null, { ref: false })]);
      if (found?.ok) return found.body.status !== "disabled";
      return found?.code === "resource_missing" ? false : null;
    },
    disconnect: async () => {
      const found = await ours();
      return found.ok ? remove(found.ids) : found;
    },
  };
}
