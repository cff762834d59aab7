import { createHash } from "node:crypto";

/** Browsers and proxies may cache the response, but must ask each time whether it is still valid. */
export const CACHE_BUT_REVALIDATE = "public, no-cache";

export function etagOf(body: string | Buffer): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 27)}"`;
}

/** The headers of a public response that may be cached. */
export function revalidated(body: string | Buffer) {
  return { etag: etagOf(body), "cache-control": CACHE_BUT_REVALIDATE };
}

/** Whether `If-None-Match` matches the tag (RFC 9110 13.1.2). The header is a list of weak or strong tags, or `*`. */
export function isKnown(ifNoneMatch: string | null | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === etag) return true;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
