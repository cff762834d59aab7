import { COUNTERS, type SignInLimits } from "./limit-sign-ins.ts";
import type { AuthStore } from "./account-queries.ts";
import type { PasswordHasher } from "./ports.ts";
import { createHash } from "node:crypto";
import { normalizePassword } from "#domain/auth/common-passwords.ts";
import { type PasswordContext, passwordProblem, TOO_COMMON } from "#domain/auth/password-rules.ts";

export type ConfirmPasswordNeeds = { store: AuthStore; hasher: PasswordHasher; limits: SignInLimits };

/**
 * The password was not checked, because too many wrong ones were entered. The next attempt is allowed after `waitMs`.
 */
export class TooManyPasswords extends Error {
  readonly waitMs: number;

  constructor(waitMs: number) {
    super("too many wrong passwords");
    this.waitMs = waitMs;
  }
}

/**
 * Checks the password that a signed-in admin enters again to confirm their identity. These attempts are counted
 * separately from sign-ins, so strangers cannot use them up.
 */
export async function confirmPassword(
  { store, hasher, limits }: ConfirmPasswordNeeds,
  admin: { id: string; username: string },
  password: string,
): Promise<boolean> {
  const account = await store.findById(admin.id);
  if (!account) return false;
  const counted = await limits.reserve(COUNTERS.session(admin.id));
  // Not reported as a wrong password: the host would look for a mistake that they have not made.
  if (!counted) throw new TooManyPasswords(await limits.waitFor(COUNTERS.session(admin.id)));
  const right = await hasher.verify(password, account.passwordHash, { first: true }).catch(async (error: unknown) => {
    await counted.release();
    throw error;
  });
  if (right) await counted.release();
  return right;
}

/**
 * Why a new password is refused, or null if it is acceptable. Checks the password against our rules and against a list
 * of passwords known from data breaches.
 */
export async function refusePassword(password: string, context: PasswordContext): Promise<string | null> {
  return passwordProblem(password, context) ?? ((await isBreached(password)) ? TOO_COMMON : null);
}

/** Passwords are chosen rarely, so only a process that needs the list loads it. */
async function isBreached(password: string): Promise<boolean> {
  const { BREACHED_DIGESTS } = await import("./breached-digests.ts");
  const digests = Buffer.from(BREACHED_DIGESTS, "base64");
  const target = createHash("sha256").update(normalizePassword(password)).digest().readUInt32BE();
  for (let at = 0; at < digests.length; at += 4) if (digests.readUInt32BE(at) === target) return true;
  return false;
}
