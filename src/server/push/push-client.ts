import http from "node:http";
import https from "node:https";
import { retryAfterMs } from "../core/remote-call.ts";
import { type Reach, refusalOf, resolvePublic, PUBLIC_INTERNET, toPinned } from "../core/public-hosts.ts";

type PushMessage = { endpoint: string; headers: Record<string, string>; body: Buffer };
/** The result of sending a message to a push service. */
type PushResponse =
  | { ok: true; status: number }
  /** `gone` is 404 or 410: the browser has unsubscribed or no longer exists. */
  | { ok: false; reason: "gone" | "refused-address" | "unreachable" }
  | { ok: false; reason: "status"; status: number; waitMs: number | null };

const ANSWER_WITHIN_MS = 10_000;
const GONE = [404, 410];

/**
 * Sends messages to the browsers' push services. Browsers supply the URL, so it may be any URL. Only public hosts are
 * contacted, redirects are not followed, and only the status and headers of the response are read.
 */
export function createPushClient(reach: Reach = PUBLIC_INTERNET) {
  return {
    post: async ({ endpoint, headers, body }: PushMessage): Promise<PushResponse> => {
      const url = URL.parse(endpoint);
      if (!url || refusalOf(url)) return { ok: false, reason: "refused-address" };
      const found = await resolvePublic(url.hostname, reach).catch(() => null);
      if (!found) return { ok: false, reason: "unreachable" };
      if (!found.ok) return { ok: false, reason: found.reason === "private" ? "refused-address" : "unreachable" };
      const options = {
        method: "POST",
        host: url.hostname,
        port: reach.port,
        path: url.pathname + url.search,
        headers: { ...headers, host: url.host, "content-length": body.length },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        agent: false,
        lookup: toPinned(found.addresses),
      };
      return new Promise((resolve) => {
        const onResponse = (response: http.IncomingMessage) => {
          response.destroy();
          resolve(responseOf(response));
        };
        const request = reach.secure
          ? https.request({ ...options, servername: url.hostname }, onResponse)
          : http.request(options, onResponse);
        request.on("error", () => resolve({ ok: false, reason: "unreachable" }));
        request.end(body);
      });
    },
  };
}

function responseOf({ statusCode: status = 0, headers }: http.IncomingMessage): PushResponse {
  if (status >= 200 && status < 300) return { ok: true, status };
  if (GONE.includes(status)) return { ok: false, reason: "gone" };
  return { ok: false, reason: "status", status, waitMs: retryAfterMs(headers["retry-after"]) || null };
}

export type PushClient = ReturnType<typeof createPushClient>;
