import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { sendProblem } from "../http/mount.ts";
import { notFound, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { hashToken } from "../runtime/ids.ts";
import type { Logger } from "../runtime/logger.ts";
import { createMailReader } from "./mail-reader.ts";
import { receiveMail, type ReceiveNeeds } from "./receive-mail.ts";

const PATH = "/api/webhooks/mail";
const MAX_BYTES = 15 * 1024 * 1024;
/**
 * Postmark's inbound webhook with "Include raw email content". The recipient may be missing from the email's own
 * headers.
 */
const postmark = z.object({ RawEmail: z.string(), OriginalRecipient: z.optional(z.string()) });

/** `mailFrom` is the sender address of our emails. */
type Needs = { secret: string; mailFrom: string; receive: ReceiveNeeds; limit: RateLimit; logger: Logger } | null;

/**
 * The endpoint to which a mail provider, or the host's mail server, delivers replies: either the original email
 * (message/rfc822), or Postmark's JSON that contains it. The secret is sent as the password of HTTP basic
 * authentication or as a bearer token.
 */
export async function mountInboundMail(http: FastifyInstance, needs: Needs): Promise<void> {
  const readMail = createMailReader();
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // The secret is checked before the body is read, so that strangers cannot make us read a body.
    scope.addHook("onRequest", async (request, reply) => {
      if (!needs) return sendProblem(reply, notFound("Replies by email are not set up here."));
      const refused = await needs.limit(request.ip);
      if (refused) return sendProblem(reply, refused);
      if (!isRight(request.headers.authorization, needs.secret)) {
        return sendProblem(reply, new Problem(401, "The secret does not match."));
      }
    });
    scope.post(PATH, { config: { access: "anyone" } }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const isJson = request.headers["content-type"]?.includes("json") ?? false;
      const given = isJson ? postmark.safeParse(parsed(body)) : null;
      const raw = given ? given.data?.RawEmail : body;
      // A reply that cannot be read, for example because its parts are nested too deeply, is refused too, so that the
      // mail server can notify the sender of the reply.
      const mail =
        !needs || raw === undefined ? null : await readMail({ raw: Buffer.from(raw), mailFrom: needs.mailFrom });
      if (mail === "busy") return sendProblem(reply, new Problem(503, "Too many emails at once. Please retry later."));
      if (needs && !mail) request.log.warn("email could not be read");
      // A 403 tells Postmark not to send the email again.
      if (!needs || !mail) return sendProblem(reply, new Problem(given?.success ? 403 : 400, "This is not an email."));
      const to = [...mail.to, ...(given?.data?.OriginalRecipient ? [given.data.OriginalRecipient] : [])];
      const result = await receiveMail(needs.receive, { ...mail, to });
      // A retry would be rejected again, so we confirm receipt. The log entry contains no email address.
      if (!result.ok) needs.logger.info({ reason: result.reason }, "email not added to any conversation");
      return reply.code(200).send({ ok: true });
    });
  });
}

function isRight(header: string | undefined, secret: string): boolean {
  const [scheme = "", value = ""] = (header ?? "").split(" ");
  const given = scheme.toLowerCase() === "basic" ? passwordIn(value) : scheme.toLowerCase() === "bearer" ? value : "";
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(secret)));
}

function passwordIn(value: string): string {
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
