import { createHash } from "node:crypto";

/**
 * A version derived from a field's value alone, whoever wrote it: a value that was changed and changed back causes no
 * conflict.
 */
export function versionOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);
}
