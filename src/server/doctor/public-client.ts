import { request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { connect } from "node:tls";
import { CLAIMED_ADDRESS, health } from "#contract/health.ts";
import { MAX_UPLOAD_BYTES } from "#domain/media/image-limits.ts";
import { bad, type Check, good, skipped, warning } from "./finding.ts";

const TIMEOUT_MS = 8000;
const RENEW_WITHIN_DAYS = 14;

/** Requests the site at its public URL, from this machine. */
export function publicAddressCheck(publicUrl: string | null, trustProxy: boolean): Check {
  return {
    id: "public-address",
    title: "Public address",
    look: async () => {
      if (!publicUrl) {
        return warning("PUBLIC_URL is not set.", "Set it to the address that guests use; links in messages need it.");
      }
      const isHttps = publicUrl.startsWith("https:");
      const response = await requestHealth(publicUrl);
      if (!response) {
        return bad(
          `${publicUrl} does not respond.`,
          "Is Latchkey running? Does the domain point to this machine? Are ports 80 and 443 open?",
        );
      }
      if (!response.ok)
        return bad(`${publicUrl} returns status ${response.status}.`, "Let the proxy pass all requests to Latchkey.");
      const ours = health.response.safeParse(await response.json().catch(() => null));
      if (!ours.success)
        return bad(
          `Another program responds at ${publicUrl}.`,
          "Does the domain point to this machine? Let the proxy pass all requests to Latchkey.",
        );
      if (ours.data.claimBelieved)
        return bad(
          `${publicUrl} responds, but visitors can choose the address from which they seem to come, and so evade the limits on bookings and sign-in attempts.`,
          "Make the proxy set X-Forwarded-For to the visitor's address; docs/operations.md shows how. Without a proxy, remove TRUST_PROXY.",
        );
      if (!isHttps)
        return warning(
          `${publicUrl} responds without TLS.`,
          "Put Caddy in front (docs/operations.md) and use https:// in PUBLIC_URL.",
        );
      if (!trustProxy) {
        return warning(
          `${publicUrl} responds, but TRUST_PROXY is not set.`,
          "Set TRUST_PROXY=true, because the server is behind a proxy. Until then, all guests seem to come from one address and share the limits on bookings and sign-in attempts.",
        );
      }
      return good(`${publicUrl} responds.`);
    },
  };
}

const LARGEST_PICTURE = `${MAX_UPLOAD_BYTES / 1024 ** 2} MB`;
/** A proxy with a lower limit refuses as soon as it knows the length. Others wait for the body, which is never sent. */
const REFUSED_WITHIN_MS = 2000;
const ANNOUNCED_PICTURE = { "content-type": "image/jpeg", "content-length": MAX_UPLOAD_BYTES };
/** With these headers, Latchkey does not compress the booking page, whose form has a key (`isSafeFromBreach`). */
const UNSAFE_TO_COMPRESS = { "accept-encoding": "gzip", cookie: "doctor=1", "sec-fetch-site": "cross-site" };

/** Whether a proxy refuses the largest picture, or compresses what Latchkey does not. */
export function proxyCheck(publicUrl: string | null): Check {
  return {
    id: "proxy",
    title: "Proxy",
    look: async () => {
      if (!publicUrl) return skipped("PUBLIC_URL is not set.");
      const picture = await answerTo("PUT", `${publicUrl}/api/uploads/doctor`, ANNOUNCED_PICTURE);
      if (picture === null) return skipped(`Could not reach ${publicUrl} from here.`);
      // Latchkey responds too, because nobody has signed in, but not with this status.
      if (picture !== "none" && picture.status === 413)
        return warning(
          `The proxy refuses pictures of ${LARGEST_PICTURE}.`,
          "Raise its limit for request bodies (in nginx, client_max_body_size); see docs/operations.md.",
        );
      const page = await answerTo("GET", `${publicUrl}/book`, UNSAFE_TO_COMPRESS);
      if (page !== null && page !== "none" && page.isCompressed)
        return warning(
          "The proxy compresses pages that Latchkey does not compress because their length could reveal a secret.",
          "Turn compression off for this site (in nginx, gzip off); see docs/operations.md.",
        );
      return good(`Pictures of ${LARGEST_PICTURE} reach Latchkey, and the proxy compresses nothing.`);
    },
  };
}

type Answer = { status: number; isCompressed: boolean };

/** Sends only the headers; `none` if there is no response yet, and null if nobody can be reached. */
function answerTo(
  method: string,
  url: string,
  headers: Record<string, string | number>,
): Promise<Answer | "none" | null> {
  const send = url.startsWith("https:") ? requestSecure : requestPlain;
  return new Promise((resolve) => {
    const sending = send(url, { method, headers, agent: false }, (response) => {
      const isCompressed = response.headers["content-encoding"] !== undefined;
      resolve({ status: response.statusCode ?? 0, isCompressed });
      sending.destroy();
    });
    sending.on("error", () => resolve(null));
    sending.setTimeout(REFUSED_WITHIN_MS, () => {
      resolve(sending.socket?.connecting === false ? "none" : null);
      sending.destroy();
    });
    sending.flushHeaders();
  });
}

/** Error codes that do not say anything about the certificate. */
const NOT_REACHED = /^(E(NOTFOUND|CONN|AI_|HOST|NET|TIMEDOUT)|no answer)/;

export function certificateCheck(publicUrl: string | null, now: () => Date): Check {
  return {
    id: "tls",
    title: "TLS certificate",
    look: async () => {
      if (!publicUrl?.startsWith("https:")) return skipped("PUBLIC_URL is not an https:// address.");
      const { hostname, port } = new URL(publicUrl);
      const until = await certificateEnd(hostname, Number(port) || 443);
      if (typeof until === "string" && NOT_REACHED.test(until))
        return skipped(`Could not reach ${hostname} from here to check its certificate (${until}).`);
      if (typeof until === "string") {
        return bad(
          `Browsers reject the certificate of ${hostname} (${until}).`,
          "Check the proxy's log; Caddy renews certificates automatically when ports 80 and 443 are open.",
        );
      }
      const days = Math.floor((until.getTime() - now().getTime()) / 86_400_000);
      const message = `The certificate is valid for ${days} more ${days === 1 ? "day" : "days"}.`;
      return days < RENEW_WITHIN_DAYS
        ? warning(message, "It should have been renewed by now: check the proxy's log.")
        : good(message);
    },
  };
}

/** When the certificate expires, or why it is rejected. */
function certificateEnd(host: string, port: number): Promise<Date | string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
  });
}

/** Null if there is no response in time. */
function requestHealth(publicUrl: string): Promise<Response | null> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { "x-forwarded-for": CLAIMED_ADDRESS };
  return fetch(`${publicUrl}/api/health`, { redirect: "manual", signal, headers }).catch(() => null);
}

/** The time on the server at the public URL, from the response's Date header. */
export async function timeElsewhere(publicUrl: string | null): Promise<Date | null> {
  if (!publicUrl) return null;
  const response = await requestHealth(publicUrl);
  const date = response?.headers.get("date");
  return date ? new Date(date) : null;
}
