import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { AuthStore, PasswordHasher } from "./ports.ts";

export type SignInNeeds = { store: AuthStore; hasher: PasswordHasher; clock: Clock };
export type SignInResult = { ok: true; username: string; token: string } | { ok: false };

/** A new session for a right password; the same silence for a wrong name and a wrong password. */
export async function signIn(
  { store, hasher, clock }: SignInNeeds,
  { username, password }: { username: string; password: string },
  userAgent: string,
): Promise<SignInResult> {
  const admin = await store.findByUsername(username);
  const right = await hasher.verify(password, admin?.passwordHash ?? null);
  if (!admin || !right) return { ok: false };
  const token = await openSession({ store, clock }, admin.id, userAgent);
  return { ok: true, username: admin.username, token };
}

export async function openSession(
  { store, clock }: Pick<SignInNeeds, "store" | "clock">,
  adminId: string,
  userAgent: string,
): Promise<string> {
  const token = randomToken();
  await store.addSession({ tokenHash: hashToken(token), adminId, createdAt: clock(), userAgent });
  return token;
}
