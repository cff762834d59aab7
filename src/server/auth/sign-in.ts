import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { SignInLimits } from "./limit-sign-ins.ts";
import type { AuthStore, PasswordHasher, RecordAct, SecondFactorStore } from "./ports.ts";

export type SignInNeeds = {
  store: AuthStore;
  secondFactors: SecondFactorStore;
  hasher: PasswordHasher;
  limits: SignInLimits;
  record: RecordAct;
  clock: Clock;
};

/** Where a try comes from. */
export type Caller = { networkHash: string; userAgent: string };
export type Refused = { ok: false; reason: "wrong" | "locked" } | { ok: false; reason: "too-many"; waitMs: number };
export type SignInResult =
  | { ok: true; next: "done"; username: string; token: string }
  | { ok: true; next: "code"; token: string }
  | Refused;

/**
 * A new session for a right password, or the wait for a code; the same silence for a wrong name and a wrong password.
 * Each try is counted before it is looked at, so that many at once are not more than the limit.
 */
export async function signIn(
  needs: SignInNeeds,
  { username, password }: { username: string; password: string },
  caller: Caller,
): Promise<SignInResult> {
  const { store, secondFactors, hasher, limits, clock } = needs;
  const waitMs = await limits.enter(caller.networkHash);
  if (waitMs !== null) return { ok: false, reason: "too-many", waitMs };

  const admin = await store.findByUsername(username);
  const account = { id: admin?.id ?? null, username };
  if (!(await limits.reserve(account, caller.networkHash))) return { ok: false, reason: "locked" };
  const right = await hasher.verify(password, admin?.passwordHash ?? null).catch(async (error: unknown) => {
    await limits.release(account);
    throw error;
  });
  if (!admin || !right) return { ok: false, reason: "wrong" };

  if (admin.secondFactor) {
    await limits.release(account);
    const token = randomToken();
    await secondFactors.addPending(hashToken(token), admin.id, clock());
    return { ok: true, next: "code", token };
  }
  return { ok: true, next: "done", username, token: await enter(needs, admin, caller) };
}

/** The door opens: counts are cleared, the act is recorded, a new session begins. */
export async function enter(
  needs: Pick<SignInNeeds, "store" | "limits" | "record" | "clock">,
  admin: { id: string; username: string },
  caller: Caller,
): Promise<string> {
  await needs.limits.succeeded(admin, caller.networkHash);
  await needs.record({ actor: admin.username, act: "Signed in", subject: "Account" });
  return openSession(needs, admin.id, caller.userAgent);
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
