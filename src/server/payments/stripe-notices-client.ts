import * as z from "zod/mini";
import type { Fault, NoticeAddress } from "./ports.ts";
import { API_VERSION, type StripeApi } from "./stripe-api-client.ts";

/** What we want to hear of; docs/payments.md names the same for hosts who set it up in Stripe's dashboard. */
export const NOTICES = [
  "checkout.session.completed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
] as const;

const PATH = "/v1/webhook_endpoints";
const endpoint = z.object({ id: z.string(), metadata: z._default(z.nullable(z.record(z.string(), z.string())), {}) });
const made = z.object({ id: z.string(), secret: z.string().check(z.minLength(1)) });
const listed = z.object({ data: z.array(endpoint), has_more: z.boolean() });

/** Stripe's webhook endpoints, of which this installation keeps one. Others on the same account are left alone. */
export function createNoticeAddress({ ask }: StripeApi, installation: () => Promise<string>): NoticeAddress {
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
      const answer = await ask(made, "POST", PATH, {
        url,
        enabled_events: [...NOTICES],
        api_version: API_VERSION,
        description: "Latchkey: payments of bookings",
        metadata: { installation: await installation() },
      });
      if (!answer.ok) return answer;
      // An old one that stays is signed by a secret that we forget: Stripe tries it for three days, and the next removal finds it.
      await remove(before.ids);
      return { ok: true, secret: answer.body.secret };
    },
    disconnect: async () => {
      const found = await ours();
      return found.ok ? remove(found.ids) : found;
    },
  };
}
