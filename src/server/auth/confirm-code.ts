import { CODE_ATTEMPTS, CODE_WAIT_MS } from "#domain/auth/session.ts";
import { hashToken } from "../runtime/ids.ts";
import { isGuessable, NOT_COUNTED, useCode } from "./check-code.ts";
import { isKnownDevice } from "./known-device.ts";
import { COUNTERS, type CountedAttempt } from "./limit-sign-ins.ts";
import { type Caller, enter, type Entered, type SignInNeeds } from "./sign-in.ts";

export type ConfirmCodeResult =
  | ({ ok: true; username: string } & Entered)
  /** `over`: too late, too many attempts, or no sign-in in progress; the user must enter the password again. */
  | { ok: false; reason: "wrong" | "over" | "locked" };

/** The second step of a sign-in. Each code, including each recovery code, works only once. */
export async function confirmCode(
  needs: SignInNeeds,
  signInToken: string | null,
  { code, keep = false }: { code: string; keep?: boolean | undefined },
  caller: Caller,
): Promise<ConfirmCodeResult> {
  const { store, secondFactors, clock } = needs;
  const pendingHash = hashToken(signInToken ?? "");
  const createdAfter = new Date(clock().getTime() - CODE_WAIT_MS);
  const adminId = await secondFactors.countTry(pendingHash, { createdAfter, tries: CODE_ATTEMPTS });
  const admin = adminId === null ? null : await store.findById(adminId);
  if (!admin) return { ok: false, reason: "over" };
  const counted = await countCode(needs, admin.id, code, caller);
  if (!counted) return { ok: false, reason: "locked" };

  if (!(await useCode(needs, admin, code))) return { ok: false, reason: "wrong" };
  await counted.release();
  if (!(await secondFactors.endPending(pendingHash))) return { ok: false, reason: "over" };
  const entered = await enter(needs, admin, caller, { kept: keep });
  return entered ? { ok: true, username: admin.username, ...entered } : { ok: false, reason: "over" };
}

/** Reserves an attempt before the code is checked. Only somebody who knows the password gets this far. */
async function countCode(
  needs: SignInNeeds,
  adminId: string,
  code: string,
  { deviceToken }: Caller,
): Promise<CountedAttempt | null> {
  if (!isGuessable(code)) return NOT_COUNTED;
  const known = await isKnownDevice(needs, adminId, deviceToken);
  return needs.limits.reserve(
    known && deviceToken ? COUNTERS.device(hashToken(deviceToken)) : COUNTERS.codeAfterPassword(adminId),
  );
}
