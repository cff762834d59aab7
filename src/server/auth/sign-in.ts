import type { Clock } from "../runtime/clock.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import { codeCheck, useCode } from "./check-code.ts";
import { deviceOf, deviceTokenFor, isKnownDevice, rememberDevice } from "./known-device.ts";
import { COUNTERS, type SignInLimits } from "./limit-sign-ins.ts";
import type { AuthStore } from "./account-queries.ts";
import type { DeviceStore } from "./device-queries.ts";
import type { SecondFactorStore } from "./second-factor-queries.ts";
import type { AdminAccount, PasswordHasher, RecordAct, SeenAccount } from "./ports.ts";

export type SignInNeeds = {
  store: AuthStore;
  secondFactors: SecondFactorStore;
  devices: DeviceStore;
  hasher: PasswordHasher;
  limits: SignInLimits;
  record: RecordAct;
  clock: Clock;
};

/**
 * Where an attempt comes from. `deviceToken` is the device's cookie, which an earlier sign-in or an emailed sign-in
 * link has set.
 */
export type Caller = { networkHash: string; userAgent: string; deviceToken: string | null };
type Browser = Pick<Caller, "userAgent" | "deviceToken">;
/** `kept` means a long session on this device. */
type SessionChoice = { kept: boolean };
/**
 * `code` may be sent along with the password. It lets the owner sign in while strangers exhaust the account's attempts.
 */
export type GivenCredentials = {
  username: string;
  password: string;
  code?: string | undefined;
  keep?: boolean | undefined;
};
export type Entered = { token: string; deviceToken: string } & SessionChoice;
export type Refused = { ok: false; reason: "wrong" | "locked" } | { ok: false; reason: "too-many"; waitMs: number };
export type SignInResult =
  | ({ ok: true; next: "done"; username: string } & Entered)
  | { ok: true; next: "code"; token: string }
  | Refused;

/**
 * Returns a new session for a correct password, or asks for a code; the result is the same for a wrong name and a wrong
 * password. Each attempt is counted before it is checked, so simultaneous attempts cannot exceed the limit. Attempts
 * from a known device or with a correct code have their own counts and queue, which no stranger can use up.
 */
export async function signIn(needs: SignInNeeds, given: GivenCredentials, caller: Caller): Promise<SignInResult> {
  const { limits, hasher } = needs;
  // A flood of attempts without our cookie is refused without a database query.
  const early = caller.deviceToken === null ? await refusalOfStranger(needs, given, caller) : null;
  if (early) return early;
  const admin = await needs.store.findByUsername(given.username);
  const known = await isKnownDevice(needs, admin?.id ?? null, caller.deviceToken);
  const late = caller.deviceToken === null || known ? null : await refusalOfStranger(needs, given, caller);
  if (late) return late;
  const ofDevice = known && caller.deviceToken ? COUNTERS.device(hashToken(caller.deviceToken)) : null;
  const ofCode = ofDevice ?? COUNTERS.codeWithPassword(given.username);
  const code = given.code === undefined ? "none" : await codeCheck(needs, admin, given.code, ofCode);
  if (code === "wrong" || code === "locked") return { ok: false, reason: code };

  const proven = known || code === "right";
  if (!proven) hasher.refuseWhenBusy();
  const counter =
    ofDevice ??
    (code === "right" ? COUNTERS.withCode(given.username) : await ofAccount(needs, admin, given.username, caller));
  const counted = await limits.reserve(counter);
  if (!counted) return { ok: false, reason: "locked" };
  const right = await hasher
    .verify(given.password, admin?.passwordHash ?? null, { first: proven })
    .catch(async (error: unknown) => {
      await counted.release();
      throw error;
    });
  if (!admin || !right) return { ok: false, reason: "wrong" };
  await counted.release();
  return withRightPassword(needs, admin, given, caller);
}

async function refusalOfStranger(
  { limits, hasher }: Pick<SignInNeeds, "limits" | "hasher">,
  { code }: GivenCredentials,
  { networkHash }: Caller,
): Promise<Refused | null> {
  // A caller with a code may be the owner, so a full queue for strangers does not turn them away.
  if (code === undefined) hasher.refuseWhenBusy();
  const waitMs = await limits.enter(networkHash);
  return waitMs === null ? null : { ok: false, reason: "too-many", waitMs };
}

async function ofAccount(
  { limits }: Pick<SignInNeeds, "limits">,
  admin: AdminAccount | null,
  username: string,
  { networkHash }: Caller,
) {
  const knownNetwork = await limits.isKnownNetwork(admin?.id ?? "", networkHash);
  return COUNTERS.account(username, { knownNetwork });
}

async function withRightPassword(
  needs: SignInNeeds,
  admin: AdminAccount,
  { code, keep = false }: GivenCredentials,
  caller: Caller,
): Promise<SignInResult> {
  if (admin.secondFactor && code === undefined) {
    const token = randomToken();
    await needs.secondFactors.addPending(hashToken(token), admin.id, needs.clock());
    return { ok: true, next: "code", token };
  }
  // Somebody else may have used the same code in the meantime.
  if (code !== undefined && !(await useCode(needs, admin, code))) return { ok: false, reason: "wrong" };
  const entered = await enter(needs, admin, caller, { kept: keep });
  return entered ? { ok: true, next: "done", username: admin.username, ...entered } : { ok: false, reason: "wrong" };
}

/** Opens a session and records the sign-in. Null if the account has changed in the meantime. */
export async function enter(
  needs: Pick<SignInNeeds, "store" | "devices" | "limits" | "record" | "clock">,
  admin: { id: string; username: string } & SeenAccount,
  caller: Caller,
  choice: SessionChoice,
  act = "Signed in",
): Promise<Entered | null> {
  const deviceToken = await deviceTokenFor(needs, admin.id, caller.deviceToken);
  const device = { deviceToken, userAgent: caller.userAgent };
  const { token, session } = newSession(needs, admin.id, device, choice);
  if (!(await needs.store.addSession(session, admin))) return null;
  await needs.limits.succeeded(admin.id, caller.networkHash);
  await rememberDevice(needs, admin.id, device);
  await needs.record({ actor: admin.username, act, subject: "Account" });
  return { token, deviceToken, ...choice };
}

/** Opens a session without a password check, for a new account or the demo account. */
export async function openSession(
  needs: Pick<SignInNeeds, "store" | "clock">,
  adminId: string,
  browser: Browser,
): Promise<string> {
  const { token, session } = newSession(needs, adminId, browser, { kept: false });
  await needs.store.addSession(session, null);
  return token;
}

export function newSession(
  { clock }: Pick<SignInNeeds, "clock">,
  adminId: string,
  { userAgent, deviceToken }: Browser,
  { kept }: SessionChoice,
) {
  const token = randomToken();
  const deviceHash = deviceOf({ deviceToken });
  return { token, session: { tokenHash: hashToken(token), adminId, createdAt: clock(), userAgent, kept, deviceHash } };
}
