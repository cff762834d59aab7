import { createHash } from "node:crypto";
import { squeeze } from "#domain/auth/common-passwords.ts";
import { type PasswordContext, passwordProblem, TOO_COMMON } from "#domain/auth/password-rules.ts";

/** The reason to refuse a new password, or null when it is good: the rules, and what leaks of other sites have shown. */
export async function refusePassword(password: string, context: PasswordContext): Promise<string | null> {
  return passwordProblem(password, context) ?? ((await isBreached(password)) ? TOO_COMMON : null);
}

/** Passwords are chosen once in years: the list is loaded by the first process that needs it, and by no other. */
async function isBreached(password: string): Promise<boolean> {
  const { BREACHED_DIGESTS } = await import("./breached-digests.ts");
  const digests = Buffer.from(BREACHED_DIGESTS, "base64");
  const wanted = createHash("sha256").update(squeeze(password)).digest().readUInt32BE();
  for (let at = 0; at < digests.length; at += 4) if (digests.readUInt32BE(at) === wanted) return true;
  return false;
}
