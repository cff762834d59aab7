import http from "node:http";
import https from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { MAX_FEED_BYTES } from "#domain/channels/split-calendar.ts";
import { type Reach, refusalOf, resolvePublic, PUBLIC_INTERNET, toPinned } from "../../core/public-hosts.ts";
import type { FeedResponse, FeedClient, Validators } from "../ports.ts";

const MAX_REDIRECTS = 3;
/**
 * A single time budget for all redirects and the body together, however slow the servers are. A read that fails must
 * end within ten seconds (R18).
 */
export const FETCH_BUDGET_MS = 9500;

class Refused extends Error {
  readonly state: "refused_address" | "too_large" | "network_error";
  constructor(state: Refused["state"], message: string) {
    super(message);
    this.state = state;
  }
}

/**
 * Fetches a URL that a person has typed, from public hosts only (docs/calendar-sync.md). The host name is resolved
 * once, every IP address is checked, and the connection goes to a checked address, so a second DNS response changes
 * nothing. Messages never contain the link's secret.
 */
export function createFeedClient(userAgent: string, reach: Reach = PUBLIC_INTERNET): FeedClient {
  return {
    read: async (link, validators, budgetMs = FETCH_BUDGET_MS) => {
      const signal = AbortSignal.timeout(budgetMs);
      try {
        return await follow(link, validators, { signal, reach, userAgent });
      } catch (error) {
        if (signal.aborted) return { state: "timeout" };
        if (error instanceof Refused) return { state: error.state, message: error.message };
        return { state: "network_error", message: describe(error) };
      }
    },
  };
}

type Way = { signal: AbortSignal; reach: Reach; userAgent: string };

async function follow(link: string, validators: Validators, way: Way): Promise<FeedResponse> {
  let url = link;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await open(url, validators, way);
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status >= 300 && status < 400 && status !== 304 && location !== undefined) {
      response.destroy();
      // An absolute URL is used as sent, because normalising it could change a key in it.
      url = /^https:\/\//i.test(location) ? location : new URL(location, url).href;
      continue;
    }
    // Some caches answer 304 although we asked for the whole calendar. Then we have not read it.
    if (status === 304 && (validators.etag || validators.lastModified)) {
      response.destroy();
      return { state: "unchanged" };
    }
    if (status !== 200) {
      response.destroy();
      return { state: "http_error", status, retryAfter: String(response.headers["retry-after"] ?? "") };
    }
    const { etag = "", "last-modified": lastModified = "", "content-type": contentType = "" } = response.headers;
    const body = await bodyOf(response);
    return {
      state: "ok",
      status,
      body,
      contentType: contentType.slice(0, 200),
      etag: etag.slice(0, 500),
      lastModified: lastModified.slice(0, 100),
      finalHost: new URL(url).hostname,
    };
  }
  throw new Refused("network_error", "It redirects too often");
}

async function open(
  link: string,
  validators: Validators,
  { signal, reach, userAgent }: Way,
): Promise<http.IncomingMessage> {
  const url = URL.canParse(link) ? new URL(link) : null;
  const host = url?.hostname ?? "";
  const reason = url ? refusalOf(url) : "It is not a valid address";
  if (!url || reason) throw new Refused("refused_address", reason);
  const pinned = await withSignal(resolveChecked(host, reach), signal);
  const headers = {
    "user-agent": userAgent,
    accept: "text/calendar, */*;q=0.1",
    "accept-encoding": "identity",
    host: url.host,
    ...(validators.etag ? { "if-none-match": validators.etag } : {}),
    ...(validators.lastModified ? { "if-modified-since": validators.lastModified } : {}),
  };
  // The path and the query are sent as given, because keys that contain `%2f`, for example, must not change (S-02).
  const path = /^https:\/\/[^/?#]+([^#]*)/i.exec(link)?.[1] || "/";
  const options = {
    host,
    port: reach.port,
    path: path.startsWith("/") ? path : `/${path}`,
    headers,
    signal,
    agent: false,
    lookup: toPinned(pinned),
  };
  return new Promise((resolve, reject) => {
    const request = reach.secure
      ? https.request({ ...options, servername: host }, resolve)
      : http.request(options, resolve);
    request.on("error", reject);
    request.end();
  });
}

async function resolveChecked(host: string, reach: Reach) {
  const found = await resolvePublic(host, reach);
  if (found.ok) return found.addresses;
  throw found.reason === "unknown"
    ? new Refused("network_error", "This host does not exist")
    : new Refused("refused_address", "It is on a private network");
}

async function bodyOf(response: http.IncomingMessage): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > MAX_FEED_BYTES) {
    response.destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of decoded(response)) {
    length += chunk.length;
    // The length is counted after decompression, because a small file can expand to a large one.
    if (length > MAX_FEED_BYTES) {
      response.destroy();
      throw tooLarge();
    }
    chunks.push(chunk);
  }
  if (!response.complete) throw new Refused("network_error", "The connection was lost");
  return Buffer.concat(chunks);
}

function tooLarge() {
  return new Refused("too_large", `It is larger than ${MAX_FEED_BYTES / 1_000_000} MB`);
}

/** We ask for an uncompressed response, but some servers compress it anyway. */
function decoded(response: http.IncomingMessage): Readable {
  const unpack = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    (response.headers["content-encoding"] ?? "").trim().toLowerCase()
  ];
  if (!unpack) return response;
  const unpacked = unpack();
  // Errors in either stream reach the caller through the returned stream.
  pipeline(response, unpacked, () => {});
  return unpacked;
}

function withSignal<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    work.then(resolve, reject);
  });
}

function describe(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return "No server with this name exists, or the name server does not respond";
  if (code === "ECONNREFUSED" || code === "ECONNRESET" || code === "EPIPE")
    return "The platform's server refuses the connection";
  return /CERT|SSL|TLS|ALTNAME/.test(code) ? "The platform's certificate is not valid" : "The connection failed";
}
