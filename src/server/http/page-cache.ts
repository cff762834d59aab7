import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Clock } from "../runtime/clock.ts";
import { type Coding, codingFor } from "./coding.ts";
import { isKnown } from "./conditional.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export type CachedPage = { html: string; headers: Record<string, string> };

type Entry = {
  etag: string;
  /** The moment at which the page may say something old: the cottage's next midnight. */
  validUntil: number;
  bodies: Record<Coding, Buffer>;
  headers: Record<Coding, Record<string, string>>;
};

/** As small as can be; a window of 256 kB holds any page, and the default of 4 MB would stay in the process's memory. */
const SMALLEST = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Visitors keep a page, but ask each time whether it is still the one (ETag). */
const CACHE_CONTROL = "public, no-cache";

/**
 * Finished public pages in memory, with their compressed forms. `serve` answers before the HTTP framework is asked; a
 * page that is missing or past its day is rendered again by the framework's route, which puts it here.
 */
export function createPageCache(clock: Clock) {
  const entries = new Map<string, Entry>();
  let generation = 0;

  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const entry = entries.get(pageOf(request.url ?? ""));
    if (!entry || clock().getTime() >= entry.validUntil) return false;
    send(entry, request, response);
    return true;
  }

  function send(entry: Entry, request: IncomingMessage, response: ServerResponse): void {
    const coding = codingFor(request.headers["accept-encoding"]);
    const headers = entry.headers[coding];
    if (isKnown(request.headers["if-none-match"], entry.etag)) {
      response.writeHead(304, { etag: entry.etag, "cache-control": CACHE_CONTROL, vary: "accept-encoding" });
      response.end();
      return;
    }
    response.writeHead(200, headers);
    response.end(request.method === "HEAD" ? undefined : entry.bodies[coding]);
  }

  return {
    serve,
    /** Serves a page that is past its day; better than nothing while the database is away. */
    serveStale: (url: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const entry = entries.get(pageOf(url));
      if (entry) send(entry, request, response);
      return entry !== undefined;
    },
    /** Call before rendering and hand the answer to `put`: a page rendered from content that has changed since is not kept. */
    generation: () => generation,
    put: async (url: string, page: CachedPage, validUntil: number, renderedAt: number): Promise<void> => {
      const raw = Buffer.from(page.html);
      const [br, gz] = await Promise.all([brotli(raw, { params: SMALLEST }), zip(raw, { level: 9 })]);
      if (renderedAt !== generation) return;
      const etag = `"${createHash("sha256").update(raw).digest("base64url").slice(0, 27)}"`;
      const bodies = { br, gzip: gz, identity: raw };
      const headersOf = (coding: Coding): Record<string, string> => ({
        ...page.headers,
        etag,
        "cache-control": CACHE_CONTROL,
        vary: "accept-encoding",
        "content-length": String(bodies[coding].length),
        ...(coding === "identity" ? {} : { "content-encoding": coding }),
      });
      entries.set(url, {
        etag,
        validUntil,
        bodies,
        headers: { br: headersOf("br"), gzip: headersOf("gzip"), identity: headersOf("identity") },
      });
    },
    /** Content has changed: every page is rendered anew on its next visit. */
    clear: (): void => {
      generation++;
      // Kept for `serveStale`: while the database is away an old page is better than none.
      for (const entry of entries.values()) entry.validUntil = 0;
    },
  };
}
export type PageCache = ReturnType<typeof createPageCache>;

/**
 * A page that is the same for everybody is so whatever stands behind the question mark: what advertisements and
 * newsletters add there shares the page's one entry. A NUL is refused as everywhere.
 */
function pageOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 || url.includes("%00") ? url : url.slice(0, at);
}
