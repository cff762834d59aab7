import { DEFAULT_LANGUAGE, type Language } from "#domain/language/language.ts";
import { pathIn, splitLanguage } from "#domain/language/language-path.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type * as z from "zod/mini";
import { type CheckedInput, type Endpoint, type HandlerResult, IDEMPOTENCY_KEY } from "#contract/endpoint.ts";
import { type Call, type CallNeeds, callOf, callerLanguage } from "./call.ts";
import type { HostAct } from "../core/host.ts";
import { Download, HostDownload } from "./download.ts";
import { Problem } from "./problem.ts";
import type { ResponseCache } from "./response-cache.ts";
import { isKnown, revalidated } from "./conditional.ts";
import type { RateLimit } from "./rate-limit.ts";
import { isCall, pathOf } from "./request-path.ts";

export type Handler<E extends Endpoint> = (
  input: CheckedInput<E>,
  call: Call,
) => Promise<HandlerResult<E> | Problem | FileOf<E>>;

/** Only an endpoint that asks the host for confirmation may send the host a file. */
type FileOf<E extends Endpoint> = E extends { access: "anyone" }
  ? Download
  : E extends { confirm: "kept" | "always" }
    ? HostDownload
    : FileNeedsConfirm;
/** Named in the compiler's message; nothing has this type. */
type FileNeedsConfirm = { "return a HostDownload, and set `confirm` in the endpoint": never };

/** Options for a public endpoint whose responses are the same for everyone, in each language. */
export type PublicOptions = {
  /** The server caches the English responses (`response-cache.ts`). */
  sameForAll: true;
  /**
   * The responses are the same in every language. Browsers and proxies may cache them, but must revalidate them each
   * time.
   */
  cacheable?: true;
};

/**
 * Mounts one endpoint of the contract. It validates the input before calling the handler, and then reduces the response
 * to the endpoint's fields.
 */
export type Mount = <E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  limit?: RateLimit,
  options?: PublicOptions,
) => void;

/**
 * The longest text that a guest may send takes at most 24 kB as JSON. Parsing 1 MB of nested arrays would take 0.3 s.
 */
const PUBLIC_BODY_BYTES = 65_536;

type MountNeeds = CallNeeds & { record: (act: HostAct) => Promise<void> };

export function createMount(app: FastifyInstance, needs: MountNeeds, responses: ResponseCache): Mount {
  return (endpoint, handler, limit, options) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { access: endpoint.access, background: endpoint.background ?? false, confirm: endpoint.confirm },
      ...(endpoint.access === "anyone" ? { bodyLimit: PUBLIC_BODY_BYTES } : {}),
      handler: async (request, reply) => {
        const refused = limit && (await limit(request.ip));
        if (refused) return sendProblem(reply, refused);
        const call = callOf(request, reply, needs);
        if (call.idempotencyKey !== null && !IDEMPOTENCY_KEY.test(call.idempotencyKey)) {
          return sendProblem(reply, new Problem(400, "Idempotency-Key must be 8 to 200 visible ASCII characters."));
        }
        const input = check(endpoint, request);
        if (input instanceof Problem) return sendProblem(reply, input);
        const stamp = options?.sameForAll && call.language === DEFAULT_LANGUAGE ? responses.stamp() : null;
        const result = await handler(input, call);
        if (result instanceof Problem) return sendProblem(reply, result);
        if (result instanceof HostDownload) await recordDownload(needs, call, result);
        if (result instanceof Download) return sendDownload(reply, result);
        if (!endpoint.response) return reply.code(204).send();
        const role = endpoint.access === "admin" ? (await call.admin())?.role : null;
        const parsed = endpoint.response.parse(result);
        const body = role === "demo" ? withoutSecrets(parsed) : parsed;
        if (options?.cacheable) {
          const text = JSON.stringify(body);
          const headers = revalidated(text);
          if (stamp !== null) responses.put(request.url, { body: text, headers }, stamp);
          void reply.headers(headers);
          if (isKnown(request.headers["if-none-match"], headers.etag)) return reply.code(304).send();
          return reply.type("application/json; charset=utf-8").send(text);
        }
        if (stamp !== null) responses.put(request.url, { body: JSON.stringify(body), headers: {} }, stamp);
        return reply.code(endpoint.status ?? 200).send(body);
      },
    });
  };
}

/**
 * A refused or failed request can be found in the log by the request id in the response's header; any other
 * problem, such as a 404, is logged only at level `debug`. An unreadable request has no id (`refuseUnreadable`). The
 * JSON bodies of error responses contain this id too, except those with these statuses, which are the same for any URL,
 * byte for byte.
 */
const SAME_FOR_ALL = [401, 403];

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { headers, id } = reply.request;
  const path = pathOf(reply.request);
  const ofPage = isCall(reply.request) ? null : splitLanguage(path).language;
  const body = problem.bodyIn(ofPage ?? callerLanguage(reply.request));
  const reference = SAME_FOR_ALL.includes(problem.status) ? {} : { requestId: id };
  void reply.code(problem.status).headers(problem.headers);
  // Otherwise, a person who followed a link, for example to a deleted file, would see raw JSON.
  if (headers.accept?.includes("text/html") && (ofPage || path.startsWith("/api/admin/"))) {
    const page = ofPage ? brokenPage(ofPage, body.message, id) : problemPage(NO_FILE, [body.message], TO_DASHBOARD);
    return reply.type("text/html; charset=utf-8").send(page);
  }
  return reply.send({ ...body, ...reference });
}

const NO_FILE = "This file could not be opened";
const TO_DASHBOARD = { href: "/admin/dashboard", text: "Back to the dashboard" };

function brokenPage(language: Language, message: string, id: string): string {
  const { title, home, reference } = textsIn(language).house.brokenPage;
  return problemPage(title, [message, reference(id)], { href: pathIn(language, "/"), text: home }, language);
}

/** The page has no styles, because the response's policy does not allow any. */
function problemPage(title: string, lines: string[], link: { href: string; text: string }, language: Language = "en") {
  const paragraphs = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("");
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><h1>${title}</h1>${paragraphs}<p><a href="${link.href}">${link.text}</a></p></body></html>`;
}

async function recordDownload({ record }: MountNeeds, call: Call, { act }: HostDownload): Promise<void> {
  const admin = await call.admin();
  // Anyone may sign in to the demo, so its visitors must not be able to fill the audit log.
  if (admin && admin.role !== "demo") await record({ actor: admin.username, ...act });
}

function sendDownload(reply: FastifyReply, file: Download): FastifyReply {
  return reply
    .type(file.contentType)
    .header("content-disposition", `attachment; filename="${file.filename}"`)
    .send(file.body);
}

function check<E extends Endpoint>(
  endpoint: E,
  request: { params: unknown; query: unknown; body: unknown },
): CheckedInput<E> | Problem {
  const checked: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    const schema = endpoint[part];
    if (!schema) continue;
    const parsed = schema.safeParse(request[part] ?? {});
    if (!parsed.success) return invalid(parsed.error.issues);
    // URLs with a NUL have already been refused.
    if (part === "body" && hasNul(parsed.data))
      return invalid([{ path: [], message: "Remove the characters that cannot be shown" }]);
    checked[part] = parsed.data;
  }
  // The three parts have just been parsed by the schemas that define the type.
  return checked as CheckedInput<E>;
}

/** PostgreSQL does not accept a NUL in any string, and not every id or password in a body has a pattern. */
function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.entries(value).flat().some(hasNul);
}

/** Zod's message for a field to which the contract gives none. */
const NO_MESSAGE = "Invalid input";

function invalid(issues: readonly Pick<z.core.$ZodIssue, "path" | "message">[]): Problem {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const field = issue.path.length > 0 ? issue.path.map(String).join(".") : "body";
    const message = issue.message === NO_MESSAGE ? `${field} is missing or not valid` : issue.message;
    if (!Object.hasOwn(fields, field)) fields[field] = message;
  }
  const first = Object.values(fields)[0] ?? ({ kind: "check-form" } as const);
  return new Problem(400, { message: first, fields });
}

/** The 256 secret bits in URLs, such as those of guests, calendars, ratings, the cleaner and sign-ins. */
const SECRET = /(?<![\w-])[\w-]{43}(?![\w-])/g;

/**
 * Removes the secrets in all URLs from a response. Anyone can use the demo account, and a guest's link (which allows
 * cancelling a stay, for example) must stay with the guest.
 */
function withoutSecrets(body: unknown): unknown {
  if (typeof body === "string") return body.replace(SECRET, "…");
  if (Array.isArray(body)) return body.map(withoutSecrets);
  if (typeof body !== "object" || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, withoutSecrets(value)]));
}
