import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import type { Clock } from "../runtime/clock.ts";
import { brotli, type Coding, codingFor, pack } from "./compress.ts";
import { CACHE_BUT_REVALIDATE, etagOf, isKnown } from "./conditional.ts";

export type CachedPage = { html: string; headers: Record<string, string> };

type Entry = {
  etag: string;
  /** When the page becomes outdated: when it next has to stop offering a night. */
  validUntil: number;
  bodies: Record<Coding, Buffer>;
  headers: Record<Coding, Record<string, string>>;
  /** Whether Brotli's best compression was used. */
  isSmallest: boolean;
};

/** A page from the start of its rendering until it is compressed. */
type Pending = { generation: number; validUntil: number; page: Promise<CachedPage | null>; cached: Promise<void> };

/**
 * Makes a page 10% smaller than `pack` does, and takes 0.2 s of CPU time instead of 2 to 10 ms. A window of 256 kB is
 * large enough for any page; the default of 4 MB would remain allocated.
 */
const SMALLEST = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 18 };
/**
 * The best compression waits until no page has been cached for this time, in ms. While a server starts or the host is
 * making changes, CPU time is needed for other work, and a page may be outdated again soon.
 */
const QUIET_MS = 10_000;

/**
 * Rendered public pages in memory, with their compressed forms. `serve` responds before the HTTP framework runs; a
 * missing or outdated page is rendered by the framework's route, which adds it here.
 */
export function createPageCache(clock: Clock) {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Pending>();
  let generation = 0;
  let quiet: NodeJS.Timeout | undefined;

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
      response.writeHead(304, { etag: entry.etag, "cache-control": CACHE_BUT_REVALIDATE, vary: "accept-encoding" });
      response.end();
      return;
    }
    response.writeHead(200, headers);
    response.end(request.method === "HEAD" ? undefined : entry.bodies[coding]);
  }

  async function put(
    url: string,
    page: CachedPage,
    { validUntil, begun }: { validUntil: number; begun: number },
  ): Promise<void> {
    const raw = Buffer.from(page.html);
    const [br, gz] = await Promise.all([pack(raw, "br"), pack(raw, "gzip")]);
    if (begun !== generation) return;
    const etag = etagOf(raw);
    const bodies = { br, gzip: gz, identity: raw };
    const headersOf = (coding: Coding): Record<string, string> => ({
      ...page.headers,
      etag,
      "cache-control": CACHE_BUT_REVALIDATE,
      vary: "accept-encoding",
      "content-length": String(bodies[coding].length),
      ...(coding === "identity" ? {} : { "content-encoding": coding }),
    });
    entries.set(url, {
      etag,
      validUntil,
      bodies,
      headers: { br: headersOf("br"), gzip: headersOf("gzip"), identity: headersOf("identity") },
      isSmallest: false,
    });
    clearTimeout(quiet);
    // If this fails, pages are served with the faster compression.
    quiet = setTimeout(() => void compressAgain().catch(() => undefined), QUIET_MS).unref();
  }

  /** One page after another, so that only one core is busy. */
  async function compressAgain(): Promise<void> {
    for (const entry of entries.values()) {
      if (entry.isSmallest || entry.validUntil === 0) continue;
      entry.isSmallest = true;
      const br = await brotli(entry.bodies.identity, { params: SMALLEST });
      entry.bodies.br = br;
      entry.headers.br["content-length"] = String(br.length);
    }
  }

  return {
    serve,
    /** Serves an outdated page, which is better than none while the database is unavailable. */
    serveStale: (url: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const entry = entries.get(pageOf(url));
      if (entry) send(entry, request, response);
      return entry !== undefined;
    },
    /**
     * The page while it is being rendered or compressed for an earlier visitor; null if there is none, if its content
     * has changed since, or if it turns out not to be the same for everyone.
     */
    pending: async (url: string, validUntil: number): Promise<CachedPage | null> => {
      const entry = pending.get(url);
      return entry?.generation === generation && entry.validUntil === validUntil ? entry.page : null;
    },
    /**
     * Caches a page; call it as soon as the rendering has begun, because a page whose content has changed since is not
     * cached. `page` is null if it is not the same for everyone. `validUntil` in ms.
     */
    add: (url: string, page: Promise<CachedPage | null>, validUntil: number): void => {
      const begun = generation;
      // A page that cannot be cached is rendered again for the next visitor.
      const cached = page
        .then((rendered) => (rendered ? put(url, rendered, { validUntil, begun }) : undefined))
        .catch(() => undefined)
        .finally(() => {
          if (pending.get(url) === entry) pending.delete(url);
        });
      const entry = { generation: begun, validUntil, page, cached };
      pending.set(url, entry);
    },
    /** Resolves once the page is neither being rendered nor compressed. */
    settled: async (url: string): Promise<void> => pending.get(url)?.cached,
    /** Call this when content has changed. Every page is then rendered again on its next visit. */
    clear: (): void => {
      generation++;
      // Entries are kept for `serveStale`: while the database is unavailable, an old page is better than none.
      for (const entry of entries.values()) entry.validUntil = 0;
    },
  };
}
export type PageCache = ReturnType<typeof createPageCache>;

/**
 * A page that is the same for everyone ignores the query string, so visits from advertisements and newsletters share
 * one cache entry. A URL with a NUL is refused, as everywhere else.
 */
function pageOf(url: string): string {
  const at = url.indexOf("?");
  return at < 0 || url.includes("%00") ? url : url.slice(0, at);
}
