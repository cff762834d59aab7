import type { FastifyInstance } from "fastify";
import { sendProblem } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import type { PaymentNeeds, PaymentProvider } from "./ports.ts";
import { createWebhookRecorder } from "./record-webhooks.ts";

const MAX_BYTES = 64 * 1024;

/**
 * The body is not parsed, because Stripe signs its raw bytes. A webhook is only recorded; it may schedule a sync or
 * raise an alert. Its content is not trusted, except for the signed fields of PayHere's webhooks while the PayHere API
 * is not set up.
 */
export async function mountPaymentWebhook(
  http: FastifyInstance,
  needs: PaymentNeeds,
  provider: PaymentProvider,
  limit: RateLimit,
): Promise<void> {
  const record = createWebhookRecorder(needs, provider);
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/json", "application/x-www-form-urlencoded"],
      { parseAs: "buffer", bodyLimit: MAX_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.post(`/api/webhooks/${provider.name}`, { config: { access: "anyone" } }, async (request, reply) => {
      const refused = await limit(request.ip);
      if (refused) return sendProblem(reply, refused);
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers))
        if (typeof value === "string") headers.set(name, value);
      const now = needs.clock();
      const event = await provider.readWebhook(headers, raw, now);
      if (event === "not-signed") return sendProblem(reply, new Problem(401, "The signature does not match."));
      if (event === "not-ours") return reply.code(200).send({ ok: true });
      await record({ event, at: now });
      return reply.code(200).send({ ok: true });
    });
  });
}
