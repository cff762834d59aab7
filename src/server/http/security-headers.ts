/** On every answer (reliability 2.2). One constant object: a header set made anew for each request costs more than the page. */
export function baseHeaders(publicUrl: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    // A page says more instead; what is none (a redirect, robots.txt, a refusal) may do nothing and be framed by nobody.
    "content-security-policy": NOTHING_ALLOWED,
    "permissions-policy":
      "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
  };
  return { ...headers, ...transportSecurity(publicUrl) };
}

/** On answers of the API: they are data, and all that a page's headers say beyond this is about pages. */
export function apiHeaders(publicUrl: string | null): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": NOTHING_ALLOWED,
    ...transportSecurity(publicUrl),
  };
}

/** For answers that are no pages: nothing may run, nothing may load, nobody may frame. */
export const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Pictures and other files: an SVG opened by itself must not run anything either. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox; base-uri 'none'; frame-ancestors 'none'";

function transportSecurity(publicUrl: string | null): Record<string, string> {
  const isSecure = publicUrl?.startsWith("https:") ?? false;
  return isSecure ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {};
}

/**
 * A page's policy: own files, and the inline script and style that are named by hash or nonce. `picturesFrom` is the one
 * foreign origin that the page may fetch pictures from, `uploadsTo` the one that it may send them to, where there is one.
 */
export function pagePolicy(
  inline: { scripts: string[]; styles: string[] },
  secure: boolean,
  picturesFrom: string | null = null,
  uploadsTo: string | null = null,
): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${inline.scripts.join(" ")}`.trim(),
    `style-src 'self' ${inline.styles.join(" ")}`.trim(),
    `img-src 'self' data:${picturesFrom ? ` ${picturesFrom}` : ""}`,
    "font-src 'self'",
    `connect-src 'self'${uploadsTo ? ` ${uploadsTo}` : ""}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    ...(secure ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}
