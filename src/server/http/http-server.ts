import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import {
  fastify,
  type FastifyError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { IMPORT_PATH } from "#contract/backups.ts";
import type { Access, Endpoint } from "#contract/endpoint.ts";
import { isDatabaseUnavailable } from "../database/dialect.ts";
import type { Logger } from "../runtime/logger.ts";
import { type CallNeeds, isReading, refuseAdminCall, refuseAfterBody } from "./call.ts";
import { compress } from "./compress.ts";
import type { Metrics } from "./metrics.ts";
import { sendProblem } from "./mount.ts";
import { notFoundResponse } from "./not-found.ts";
import { isCall } from "./request-path.ts";
import { Problem, unavailable } from "./problem.ts";
import { callerHash, isRefusal, refuseUnreadable } from "./refusals.ts";
import { apiHeaders, baseHeaders } from "./security-headers.ts";

export type MountedRoute = { method: string; url: string; access: Access | undefined };

declare module "fastify" {
  interface FastifyInstance {
    /** Every route, in mounting order; `test/access-matrix.test.ts` compares it with the access matrix. */
    mountedRoutes: readonly MountedRoute[];
  }
  interface FastifyContextConfig {
    /** Who may use the route. The server does not start if a route leaves this out. */
    access?: Access;
    /** True if open pages call this route automatically; such a call does not extend the session. */
    background?: boolean;
    /** In which sessions the endpoint asks for the password or passkey again. */
    confirm?: Endpoint["confirm"];
  }
}

/** Slow clients are disconnected; a body is at most 1 MiB, except on routes that accept files or emails. */
const LIMITS = { headersTimeout: 5000, requestTimeout: 3_600_000, keepAliveTimeout: 20_000, bodyBytes: 1_048_576 };
const BODY_WITHIN_MS = 10_000;
/** Sent in every response with an error status, to find the request in the log (`sendProblem` names the exceptions). */
const REQUEST_ID = "x-request-id";
/** How long the client may continue to send the body after we have responded; nobody reads this part of the body. */
const BODY_AFTER_ANSWER_MS = 1000;
/**
 * An upload on a slow connection may take five minutes for a picture (at most 10 MB, SPEC 9) and an hour for the import
 * of a whole installation.
 */
const PICTURE_MS = 300_000;
const SLOW_BODIES = { "/api/uploads/": PICTURE_MS, [IMPORT_PATH]: 3_600_000 };

/**
 * Bodies of these types get the time limit for pictures on every route; a route that does not accept them responds at
 * once.
 */
const SLOW_TYPES = /^(?:image\/|multipart\/form-data)/;

export type HttpNeeds = CallNeeds & {
  logger: Logger;
  trustProxy: boolean;
  metrics?: Metrics;
  /** Responds from memory if it can, and returns whether it did. Called before any hook runs. */
  serveFromCache: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export async function createHttpServer(needs: HttpNeeds): Promise<FastifyInstance> {
  const forPages = baseHeaders(needs.publicUrl);
  const forData = apiHeaders(needs.publicUrl);
  const ownOrigin = needs.publicUrl && new URL(needs.publicUrl).origin;
  const headersFor = (request: FastifyRequest) => (isCall(request) ? forData : forPages);
  const recordResponse = (request: FastifyRequest, reply: FastifyReply, address = request.ip) => {
    // We log the pattern instead of the URL, because the id of a confirmation gives access to it.
    const route = request.routeOptions.url ?? "unknown";
    needs.metrics?.record(request.method, route, reply.statusCode, reply.elapsedTime);
    const entry = { method: request.method, route, status: reply.statusCode, ms: reply.elapsedTime };
    if (isRefusal(reply.statusCode)) request.log.info({ ...entry, from: callerHash(address) }, "refused");
    else request.log.debug(entry, "answered");
  };
  // Typed as the interface: with the concrete type Fastify would infer an HTTP/2 server.
  const logger: FastifyBaseLogger = needs.logger;
  const app = fastify({
    loggerInstance: logger,
    // Our own log line contains the route instead of the URL.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: needs.trustProxy ? (_address: string, hop: number) => hop === 0 : false,
    bodyLimit: LIMITS.bodyBytes,
    genReqId: () => randomUUID().slice(0, 8),
    routerOptions: { maxParamLength: 200 },
    // An invalid URL (`/%`) does not reach any hook.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headersFor(request)).header(REQUEST_ID, request.id);
      // Fastify does not evaluate `X-Forwarded-For` for such a request.
      const forwarded = needs.trustProxy
        ? String(request.headers["x-forwarded-for"] ?? "")
            .split(",")
            .at(-1)
        : "";
      reply.raw.once("finish", () => recordResponse(request, reply, forwarded?.trim() || request.ip));
      void sendProblem(reply, error.code === "FST_ERR_BAD_URL" ? NO_ADDRESS() : TOO_LONG());
    },
    clientErrorHandler: refuseUnreadable(needs.logger, forData),
    serverFactory: (handler) =>
      createServer({ ...LIMITS, connectionsCheckingInterval: 1000 }, (request, response) => {
        limitBody(request, response);
        if (needs.serveFromCache(request, response)) needs.metrics?.fromMemory();
        else handler(request, response);
      }),
  });

  const routes: MountedRoute[] = [];
  app.decorate("mountedRoutes", routes);
  app.addHook("onRoute", (route) => {
    routes.push({ method: String(route.method), url: route.url, access: route.config?.access });
    if (!route.config?.access) throw new Error(`${String(route.method)} ${route.url} does not declare who may use it`);
  });
  await app.register(cookie);
  // A form on another site can send text/plain without a CORS preflight, but not JSON.
  app.removeContentTypeParser("text/plain");

  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headersFor(request));
    // No route needs a NUL character, and PostgreSQL does not accept one in any string.
    if (request.url.includes("%00")) return sendProblem(reply, NO_ADDRESS());
    if (isForged(request, ownOrigin)) {
      return sendProblem(reply, new Problem(403, { kind: "from-another-site" }));
    }
    const refused = request.routeOptions.config.access === "admin" ? await refuseAdminCall(request, needs) : null;
    return refused ? sendProblem(reply, refused) : undefined;
  });
  // Routes that read the body as a stream have no `body` here and make this check when they have read the stream.
  app.addHook("preHandler", async (request, reply) => {
    if (request.routeOptions.config.access !== "admin" || request.body === undefined) return undefined;
    const refused = await refuseAfterBody(request, needs);
    return refused ? sendProblem(reply, refused) : undefined;
  });

  // Otherwise, a keep-alive connection would keep the process running for `keepAliveTimeout` after the last response.
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (request, reply) => {
    if (reply.statusCode >= 400) void reply.header(REQUEST_ID, request.id);
    if (closing) void reply.header("connection", "close");
  });
  app.addHook("onSend", compress);

  app.addHook("onResponse", async (request, reply) => recordResponse(request, reply));

  app.setNotFoundHandler((request, reply) => notFoundResponse(request, reply, needs));
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(reply, problemOf(error, request)));
  return app;
}

/**
 * The number of connections that may wait to be accepted (the system may allow fewer). With Node's default of 511, a
 * thousand simultaneous connections overflow the queue, and a connection that does not fit is retried only after a
 * second.
 */
const BACKLOG = 4096;

/** Opens the port (0 for any free port); returns the URL. */
export const listenOn = (app: FastifyInstance, port: number, host: string): Promise<string> =>
  app.listen({ port, host, backlog: BACKLOG });

/** No parameter in our URLs has more than 200 characters, so a longer one means that the URL does not exist. */
const TOO_LONG = () => new Problem(404, { kind: "nothing-here" });
const NO_ADDRESS = () => new Problem(400, "The address contains invalid characters.");

/** Closes the connection if the body does not arrive in time, or if it continues after the response. */
function limitBody(request: IncomingMessage, response: ServerResponse): void {
  const hasBody = (request.headers["content-length"] ?? "0") !== "0" || request.headers["transfer-encoding"];
  if (!hasBody) return;
  const slow = Object.entries(SLOW_BODIES).find(([path]) => request.url?.startsWith(path));
  const pictureMs = SLOW_TYPES.test(request.headers["content-type"] ?? "") ? PICTURE_MS : undefined;
  const endAfter = (ms: number) =>
    setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, ms);
  let timer = endAfter(slow?.[1] ?? pictureMs ?? BODY_WITHIN_MS);
  response.once("finish", () => {
    clearTimeout(timer);
    if (!request.complete) timer = endAfter(BODY_AFTER_ANSWER_MS);
  });
  response.once("close", () => {
    if (request.complete || !response.writableFinished) clearTimeout(timer);
  });
}

/**
 * Refuses cross-site requests that change something, based on headers that browsers set; other programs do not send
 * these headers. Some proxies replace `Host`, so `Origin` may also be that of the site's public URL.
 */
function isForged(request: FastifyRequest, ownOrigin: string | null): boolean {
  if (isReading(request)) return false;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site !== "same-origin" && site !== "none";
  const origin = request.headers.origin;
  if (origin === undefined || origin === ownOrigin) return false;
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}

/** The types that our content type parsers name. A route that accepts any type (`*`) never responds with 415 here. */
const BODY_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/octet-stream",
];
const acceptedTypes = ({ server }: FastifyRequest) => BODY_TYPES.filter((type) => server.hasContentTypeParser(type));

function problemOf(error: FastifyError, request: FastifyRequest): Problem {
  if (isDatabaseUnavailable(error)) {
    request.log.warn({ err: error }, "database unavailable");
    return unavailable();
  }
  switch (error.statusCode) {
    case 400:
      return new Problem(400, "We couldn't read the request. Send one JSON object with the documented fields.");
    case 413:
      return new Problem(413, { kind: "too-large" });
    case 415:
      return new Problem(415, `Send the request body as ${acceptedTypes(request).join(" or ")}.`);
    case 404:
      return new Problem(404, { kind: "nothing-here" });
    // Caused by `If-Match`, `If-Unmodified-Since` and `Range` in requests for files that were built with the site.
    case 412:
    case 416:
      return new Problem(error.statusCode, "Request the whole file, without conditions.");
    default:
      request.log.error({ err: error, route: request.routeOptions.url }, "request failed");
      return new Problem(500, { kind: "failed" });
  }
}
