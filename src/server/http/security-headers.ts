/**
 * Other sites receive no referrer, except that a map's tile server and a payment provider that asks for it receive our
 * origin. With `no-referrer`, a browser would also send `Origin: null` with our own forms, and if it did not send
 * `Sec-Fetch-Site` (an older browser, or any browser over plain HTTP), we could not tell our forms from another site's
 * forms.
 */
const REFERRER_POLICY = "same-origin";

/** Headers of every response except API responses. Build this object once: doing so for each request would be slow. */
export function baseHeaders(publicUrl: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": REFERRER_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    // Pages override this. Any other response (a redirect, robots.txt, an error) must not load anything or be framed.
    "content-security-policy": NOTHING_ALLOWED,
    "permissions-policy":
      "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
  };
  return { ...headers, ...transportSecurity(publicUrl) };
}

/** Headers of API responses, without the headers that only concern pages. */
export function apiHeaders(publicUrl: string | null): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": REFERRER_POLICY,
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": NOTHING_ALLOWED,
    ...transportSecurity(publicUrl),
  };
}

/** For responses that are not pages: they must not run or load anything, and no page may frame them. */
export const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For pictures and other files: an SVG opened directly must not run scripts either. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; frame-ancestors 'none'";

/** The service worker may only contact this server. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

function transportSecurity(publicUrl: string | null): Record<string, string> {
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  return isSecure ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {};
}

/**
 * A page's policy: it allows our own files, and the inline scripts and styles listed by hash. `picturesFrom` is the one
 * foreign origin from which the page may load pictures, `uploadsTo` is the one to which it may send them, and `formTo`
 * is the one to which its form may submit, if any.
 */
export function pagePolicy(
  inline: { scripts: string[]; styles: string[] },
  secure: boolean,
  picturesFrom: string | null = null,
  uploadsTo: string | null = null,
  formTo: string | null = null,
): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.scripts.join(" ")}`.trim(),
    `style-src 'self' ${inline.styles.join(" ")}`.trim(),
    `img-src 'self' data:${picturesFrom ? ` ${picturesFrom}` : ""}`,
    "font-src 'self'",
    `connect-src 'self'${uploadsTo ? ` ${uploadsTo}` : ""}`,
    "manifest-src 'self'",
    `form-action 'self'${formTo && formTo !== "'self'" ? ` ${formTo}` : ""}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
