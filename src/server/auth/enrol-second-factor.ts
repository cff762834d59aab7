import { passwordProblem } from "#domain/auth/password-rules.ts";
import { confirmPassword, type ConfirmPasswordNeeds } from "./check-password.ts";
import { qrCode } from "../core/qr-code.ts";
import type { Clock } from "../runtime/clock.ts";
import type { SecondFactorStore } from "./second-factor-queries.ts";
import type { RecordAct, SessionRenewal } from "./ports.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code.ts";
import { newTotpSecret, stepOfCode, totpAddress } from "../core/totp.ts";

export type SecondFactorNeeds = ConfirmPasswordNeeds & {
  secondFactors: SecondFactorStore;
  propertyName: () => Promise<string>;
  record: RecordAct;
  clock: Clock;
};
type Admin = { id: string; username: string };
/** Each action also replaces the session. `signed-out`: the session has ended in the meantime, and nothing changed. */
type Refused = { ok: false; reason: "wrong-password" | "wrong-code" | "signed-out" };
type NewCodes = { ok: true; recoveryCodes: string[] };

/** A secret to scan, which takes effect after `enableSecondFactor`. */
export async function beginSecondFactor(
  needs: SecondFactorNeeds,
  admin: Admin,
  password: string,
  renewal: SessionRenewal,
): Promise<{ ok: true; secret: string; address: string; qrCode: string } | Refused> {
  if (!(await confirmPassword(needs, admin, password))) return { ok: false, reason: "wrong-password" };
  const secret = newTotpSecret();
  const proposed = await needs.secondFactors.propose(renewal, secret);
  if (!proposed.ok) return proposed;
  const address = totpAddress(secret, admin.username, await needs.propertyName());
  return { ok: true, secret: secret.replace(/(.{4})(?=.)/g, "$1 "), address, qrCode: qrCode(address) };
}

/**
 * Turns on the second factor once the app has shown that it has the secret; returns the recovery codes. Other sessions
 * end: they may have been opened with the password alone.
 */
export async function enableSecondFactor(
  needs: SecondFactorNeeds,
  admin: Admin,
  code: string,
  renewal: SessionRenewal,
): Promise<NewCodes | Refused> {
  const { secondFactors, record } = needs;
  const factor = await secondFactors.find(admin.id);
  if (!factor || factor.enabled) return { ok: false, reason: "wrong-code" };
  const now = needs.clock();
  const step = stepOfCode(factor.secret, code.replace(/\s/g, ""), now);
  if (step === null) return { ok: false, reason: "wrong-code" };
  const recoveryCodes = newRecoveryCodes();
  const enabled = await secondFactors.enable(renewal, step, hashes(recoveryCodes), now);
  if (!enabled.ok) return enabled;
  await record({ actor: admin.username, act: "Turned on two-factor sign-in", subject: "Account" });
  return { ok: true, recoveryCodes };
}

export async function disableSecondFactor(
  needs: SecondFactorNeeds,
  admin: Admin,
  password: string,
  renewal: SessionRenewal,
): Promise<{ ok: true } | Refused | { ok: false; reason: "weak-password"; message: string }> {
  if (!(await confirmPassword(needs, admin, password))) return { ok: false, reason: "wrong-password" };
  const tooShort = passwordProblem(password, { username: admin.username });
  if (tooShort) {
    return {
      ok: false,
      reason: "weak-password",
      message: `Choose a longer password first: it would be the portal's only protection. ${tooShort}`,
    };
  }
  const disabled = await needs.secondFactors.disable(renewal);
  if (!disabled.ok) return disabled;
  await needs.record({ actor: admin.username, act: "Turned off two-factor sign-in", subject: "Account" });
  return { ok: true };
}

/** Returns ten new codes; the old codes no longer work. */
export async function renewRecoveryCodes(
  needs: SecondFactorNeeds,
  admin: Admin,
  password: string,
  renewal: SessionRenewal,
): Promise<NewCodes | Refused> {
  if (!(await confirmPassword(needs, admin, password))) return { ok: false, reason: "wrong-password" };
  const recoveryCodes = newRecoveryCodes();
  const replaced = await needs.secondFactors.replaceRecoveryCodes(renewal, hashes(recoveryCodes));
  if (!replaced.ok) return replaced;
  await needs.record({ actor: admin.username, act: "Created new recovery codes", subject: "Account" });
  return { ok: true, recoveryCodes };
}

export const WRONG_PASSWORD = "This is not your password.";

function hashes(codes: string[]): string[] {
  return codes.map(recoveryCodeHash).filter((hash) => hash !== null);
}
