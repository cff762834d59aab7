import { COUNTERS, type SignInLimits } from "./limit-sign-ins.ts";
import type { AuthStore, PasswordHasher } from "./ports.ts";

export type ConfirmPasswordNeeds = { store: AuthStore; hasher: PasswordHasher; limits: SignInLimits };

/**
 * Asks who is signed in for the password once more, before something that a borrowed browser must not do. Counted apart
 * from the sign-ins of strangers, so that these take nothing from who is in already.
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
