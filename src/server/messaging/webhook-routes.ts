import type { FastifyInstance } from "fastify";
import { sendProblem } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { isSignedBy, readReports, type WhatsappReply, type WhatsappUpdate } from "./whatsapp-reports.ts";

type Needs = {
  account: { appSecret: string; verifyToken: string } | null;
  record: (update: WhatsappUpdate) => Promise<void>;
  receive: (reply: WhatsappReply) => Promise<void>;
  limit: RateLimit;
};

const PATH = "/api/webhooks/whatsapp";
const MAX_BYTES = 1024 * 1024;

/**
 * The webhook for Meta's delivery reports and for guests' replies. It is not in the contract, because the signature
 * covers the raw bytes.
 */
export async function mountWhatsappWebhook(
  http: FastifyInstance,
  { account, record, receive, limit }: Needs,
): Promise<void> {
  const config = { access: "anyone" } as const;
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    scope.addHook("onRequest", async (request, reply) => {
      const refused = account && (await limit(request.ip));
      if (refused) return sendProblem(reply, refused);
    });

    /** When Meta verifies the URL, it expects to get its challenge back. */
    scope.get<{ Querystring: Record<string, string | undefined> }>(PATH, { config }, async ({ query }, reply) => {
      if (!account) return sendProblem(reply, notSetUp());
      const isVerified = query["hub.mode"] === "subscribe" && query["hub.verify_token"] === account.verifyToken;
      if (!isVerified) return sendProblem(reply, new Problem(403, "The verify token does not match."));
      return reply.type("text/plain; charset=utf-8").send(String(query["hub.challenge"] ?? "").slice(0, 200));
    });

    scope.post(PATH, { config }, async (request, reply) => {
      if (!account) return sendProblem(reply, notSetUp());
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isSignedBy(account.appSecret, body, request.headers["x-hub-signature-256"])) {
        return sendProblem(reply, new Problem(401, "The signature does not match."));
      }
      const update = readReports(parsed(body));
      await record(update);
      for (const reply of update.replies) await receive(reply);
      return reply.code(200).send({ ok: true });
    });
  });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

const notSetUp = () => notFound("WhatsApp is not set up here.");
