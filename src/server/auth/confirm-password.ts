import { COUNTERS, type SignInLimits } from "./limit-sign-ins.ts";
import type { AuthStore, PasswordHasher } from "./ports.ts";

export type ConfirmPasswordNeeds = { store: AuthStore; hasher: PasswordHasher; limits: SignInLimits };

/**
 * Asks the signed-in admin for the password again, before something that a borrowed browser must not do. Counted
 * separately from sign-ins, so strangers cannot exhaust these attempts.
 */
export async function confirmPassword(
  { store, hasher, limits }: ConfirmPasswordNeeds,
  admin: { id: string; username: string },
  password: string,
): Promise<boolean> {
  const account = await store.findById(admin.id);
  const counted = account && (await limits.reserve(COUNTERS.session(admin.id)));
  if (!counted) return false;
  const right = await hasher.verify(password, account.passwordHash, { first: true }).catch(async (error: unknown) => {
    await counted.release();
    throw error;
  });
  if (right) await counted.release();
  return right;
}
