import { createHash } from "node:crypto";

/**
 * A version derived only from a field's value, regardless of who wrote it. A value that was changed and then changed
 * back therefore causes no conflict.
 */
export function versionOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);
}
