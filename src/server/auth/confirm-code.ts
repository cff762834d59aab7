import { CODE_TRIES, CODE_WAIT_MS } from "#domain/auth/session.ts";
import { hashToken } from "../runtime/ids.ts";
import type { SecondFactorStore, TotpCodes } from "./ports.ts";
import { recoveryCodeHash } from "./recovery-code.ts";
import { type Caller, enter, type SignInNeeds } from "./sign-in.ts";

export type ConfirmCodeResult =
  | { ok: true; username: string; token: string }
  /** `over`: too late, too often, or nothing was begun; the password is asked for again. */
  | { ok: false; reason: "wrong" | "over" | "locked" };

/** The second step of a sign-in. A code opens once; so does a recovery code. */
export async function confirmCode(
  needs: SignInNeeds & { totp: TotpCodes },
  signInToken: string | null,
  code: string,
  caller: Caller,
): Promise<ConfirmCodeResult> {
  const { store, secondFactors, limits, clock } = needs;
  const pendingHash = hashToken(signInToken ?? "");
  const createdAfter = new Date(clock().getTime() - CODE_WAIT_MS);
  const adminId = await secondFactors.countTry(pendingHash, { createdAfter, tries: CODE_TRIES });
  const admin = adminId === null ? null : await store.findById(adminId);
  if (!admin) return { ok: false, reason: "over" };
  if (!(await limits.reserve(admin, caller.networkHash))) return { ok: false, reason: "locked" };

  const used = await useCode(needs, admin.id, code, clock());
  if (!used) return { ok: false, reason: "wrong" };
  if (!(await secondFactors.endPending(pendingHash))) return { ok: false, reason: "over" };
  if (used === "recovery-code") {
    await needs.record({ actor: admin.username, act: "Used a recovery code", subject: "Account" });
  }
  const token = await enter(needs, admin, caller);
  return token === null ? { ok: false, reason: "over" } : { ok: true, username: admin.username, token };
}

async function useCode(
  { secondFactors, totp }: { secondFactors: SecondFactorStore; totp: TotpCodes },
  adminId: string,
  code: string,
  now: Date,
): Promise<"app" | "recovery-code" | null> {
  const factor = await secondFactors.find(adminId);
  if (!factor?.enabled) return null;
  const step = totp.stepOf(factor.secret, code.replace(/\s/g, ""), now);
  if (step !== null) return (await secondFactors.useStep(adminId, step)) ? "app" : null;
  const recovery = recoveryCodeHash(code);
  if (recovery === null) return null;
  return (await secondFactors.useRecoveryCode(adminId, recovery)) ? "recovery-code" : null;
}
