import { createHash } from "node:crypto";

/**
 * Names one state of a field by what it says, whoever wrote it and wherever: what was changed and changed back is no
 * conflict.
 */
export function versionOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);
}
