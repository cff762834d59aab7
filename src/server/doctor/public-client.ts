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

/** Whether a proxy refuses the largest picture before it reaches Latchkey. */
export function uploadsCheck(publicUrl: string | null): Check {
  return {
    id: "uploads",
    title: "Uploads",
    look: async () => {
      if (!publicUrl) return skipped("PUBLIC_URL is not set.");
      const status = await statusForPicture(publicUrl);
      // Latchkey responds too, because nobody has signed in, but not with this status.
      if (status === 413)
        return warning(
          `The proxy refuses pictures of ${LARGEST_PICTURE}.`,
          "Raise its limit for request bodies (in nginx, client_max_body_size); see docs/operations.md.",
        );
      if (status === null) return skipped(`Could not reach ${publicUrl} from here.`);
      return good(`Pictures of ${LARGEST_PICTURE} reach Latchkey.`);
    },
  };
}

/** The response to the headers of an upload; 0 if the receiver waits for the body, null if it cannot be reached. */
function statusForPicture(publicUrl: string): Promise<number | null> {
  const send = publicUrl.startsWith("https:") ? requestSecure : requestPlain;
  const headers = { "content-type": "image/jpeg", "content-length": MAX_UPLOAD_BYTES };
  return new Promise((resolve) => {
    const sending = send(`${publicUrl}/api/uploads/doctor`, { method: "PUT", headers, agent: false }, (response) => {
      resolve(response.statusCode ?? 0);
      sending.destroy();
    });
    sending.on("error", () => resolve(null));
    sending.setTimeout(REFUSED_WITHIN_MS, () => {
      resolve(sending.socket?.connecting === false ? 0 : null);
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
