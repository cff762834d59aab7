import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { SignInLimits } from "./limit-sign-ins.ts";
import type { AuthStore, PasswordHasher, RecordAct, SecondFactorStore, SeenAccount } from "./ports.ts";

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
  const token = await enter(needs, admin, caller);
  return token === null ? { ok: false, reason: "wrong" } : { ok: true, next: "done", username, token };
}

/** The door opens: a new session begins, counts are cleared, the act is recorded. Null when the account has changed meanwhile. */
export async function enter(
  needs: Pick<SignInNeeds, "store" | "limits" | "record" | "clock">,
  admin: { id: string; username: string } & SeenAccount,
  caller: Caller,
): Promise<string | null> {
  const { token, session } = newSession(needs, admin.id, caller.userAgent);
  if (!(await needs.store.addSession(session, admin))) return null;
  await needs.limits.succeeded(admin, caller.networkHash);
  await needs.record({ actor: admin.username, act: "Signed in", subject: "Account" });
  return token;
}

/** For whom nobody has to be asked for a password: who was just made, or has just changed it. */
export async function openSession(
  needs: Pick<SignInNeeds, "store" | "clock">,
  adminId: string,
  userAgent: string,
): Promise<string> {
  const { token, session } = newSession(needs, adminId, userAgent);
  await needs.store.addSession(session, null);
  return token;
}

function newSession({ clock }: Pick<SignInNeeds, "clock">, adminId: string, userAgent: string) {
  const token = randomToken();
  return { token, session: { tokenHash: hashToken(token), adminId, createdAt: clock(), userAgent } };
}
