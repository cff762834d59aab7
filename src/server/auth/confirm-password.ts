import type { SignInLimits } from "./limit-sign-ins.ts";
import type { AuthStore, PasswordHasher } from "./ports.ts";

export type ConfirmPasswordNeeds = { store: AuthStore; hasher: PasswordHasher; limits: SignInLimits };

/** Asks who is signed in for the password once more, before something that a borrowed browser must not do. Counted as at the door. */
export async function confirmPassword(
  { store, hasher, limits }: ConfirmPasswordNeeds,
  admin: { id: string; username: string },
  password: string,
  networkHash: string,
): Promise<boolean> {
  const account = await store.findById(admin.id);
  if (!account || !(await limits.reserve(admin, networkHash))) return false;
  const right = await hasher.verify(password, account.passwordHash).catch(async (error: unknown) => {
    await limits.release(admin);
    throw error;
  });
  if (right) await limits.release(admin);
  return right;
}
