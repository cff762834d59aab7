import type { IncomingMessage, ServerResponse } from "node:http";
import { DEFAULT_LANGUAGE } from "#domain/language/language.ts";
import type { Clock } from "../runtime/clock.ts";
import { callerLanguage } from "./call.ts";
import { isKnown } from "./conditional.ts";
import { packNow, WORTH_IT_BYTES, type Coding, codingFor } from "./compress.ts";

/**
 * A cheap, exact stamp of the database's state: equal stamps mean equal data. Null if the engine cannot provide one.
 */
export type Stamp = () => string | null;

type Cached = {
  bodies: Partial<Record<Coding, Buffer>> & { identity: Buffer };
  /** The headers of every API response, and the additional headers of this response. */
  headers: Record<string, string>;
  stamp: string;
  until: number;
};

/**
 * A cached response is served for at most this long. "Today" changes without a write, so this is also how long
 * yesterday's response may be served after midnight.
 */
const LIFETIME_MS = 1000;
const MAX_RESPONSES = 500;

/**
 * Caches public responses that many visitors request, as bytes, for a second or until the database changes. The cache
 * responds before the HTTP framework runs. On PostgreSQL, which has no cheap stamp, nothing is cached.
 */
export function createResponseCache(stamp: Stamp, clock: Clock, headers: Record<string, string>) {
  const cached = new Map<string, Cached>();

  return {
    /** Take the stamp before building the response, so that writes in the meantime make the response outdated. */
    stamp,
    put: (url: string, response: { body: string; headers: Record<string, string> }, madeAt: string): void => {
      if (cached.size >= MAX_RESPONSES) cached.clear();
      const bodies = { identity: Buffer.from(response.body) };
      const own = { ...headers, ...response.headers, vary: "accept-encoding" };
      cached.set(url, { bodies, headers: own, stamp: madeAt, until: clock().getTime() + LIFETIME_MS });
    },
    serve: (request: IncomingMessage, response: ServerResponse): boolean => {
      // Only responses in English are cached: see `createMount`.
      if (request.method !== "GET" || callerLanguage(request) !== DEFAULT_LANGUAGE) return false;
      const known = cached.get(request.url ?? "");
      if (!known || clock().getTime() >= known.until || known.stamp !== stamp()) return false;
      if (known.headers["etag"] && isKnown(request.headers["if-none-match"], known.headers["etag"])) {
        response.writeHead(304, known.headers);
        response.end();
        return true;
      }
      const coding =
        known.bodies.identity.length < WORTH_IT_BYTES ? "identity" : codingFor(request.headers["accept-encoding"]);
      const body = (known.bodies[coding] ??= packNow(known.bodies.identity, coding));
      response.writeHead(200, {
        ...known.headers,
        "content-type": "application/json; charset=utf-8",
        "content-length": body.length,
        ...(coding === "identity" ? {} : { "content-encoding": coding }),
      });
      response.end(body);
      return true;
    },
  };
}
export type ResponseCache = ReturnType<typeof createResponseCache>;
