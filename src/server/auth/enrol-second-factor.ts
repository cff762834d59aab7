import { passwordProblem } from "#domain/auth/password-rules.ts";
import { confirmPassword, type ConfirmPasswordNeeds } from "./check-password.ts";
import { qrCode } from "../core/qr-code.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RecordAct, SecondFactorStore } from "./ports.ts";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-code.ts";
import { newTotpSecret, stepOfCode, totpAddress } from "../core/totp.ts";

export type SecondFactorNeeds = ConfirmPasswordNeeds & {
  secondFactors: SecondFactorStore;
  propertyName: () => Promise<string>;
  record: RecordAct;
  clock: Clock;
};
type Admin = { id: string; username: string };

/** A secret to scan, which takes effect after `enableSecondFactor`. Null for a wrong password. */
export async function beginSecondFactor(needs: SecondFactorNeeds, admin: Admin, password: string) {
  if (!(await confirmPassword(needs, admin, password))) return null;
  const secret = newTotpSecret();
  await needs.secondFactors.propose(admin.id, secret);
  const address = totpAddress(secret, admin.username, await needs.propertyName());
  return { secret: secret.replace(/(.{4})(?=.)/g, "$1 "), address, qrCode: qrCode(address) };
}

/** Turns on the second factor once the app has shown that it has the secret; returns the recovery codes. */
export async function enableSecondFactor(
  needs: SecondFactorNeeds,
  admin: Admin,
  code: string,
  device: string | null,
): Promise<string[] | null> {
  const { secondFactors, store, record } = needs;
  const factor = await secondFactors.find(admin.id);
  if (!factor || factor.enabled) return null;
  const now = needs.clock();
  const step = stepOfCode(factor.secret, code.replace(/\s/g, ""), now);
  if (step === null) return null;
  const codes = newRecoveryCodes();
  if (!(await secondFactors.enable(admin.id, step, hashes(codes), now))) return null;
  // Other sessions were opened with the password alone.
  await store.endSessionsOf(admin.id, device);
  await record({ actor: admin.username, act: "Turned on two-factor sign-in", subject: "Account" });
  return codes;
}

export type DisableResult = { ok: true } | { ok: false; message: string };

export async function disableSecondFactor(
  needs: SecondFactorNeeds,
  admin: Admin,
  password: string,
  device: string | null,
): Promise<DisableResult> {
  if (!(await confirmPassword(needs, admin, password))) return { ok: false, message: WRONG_PASSWORD };
  const tooShort = passwordProblem(password, { username: admin.username });
  if (tooShort) {
    return {
      ok: false,
      message: `Choose a longer password first: it would be the portal's only protection. ${tooShort}`,
    };
  }
  await needs.secondFactors.disable(admin.id);
  await needs.store.endSessionsOf(admin.id, device);
  await needs.record({ actor: admin.username, act: "Turned off two-factor sign-in", subject: "Account" });
  return { ok: true };
}

/** Returns ten new codes; the old codes no longer work. */
export async function renewRecoveryCodes(needs: SecondFactorNeeds, admin: Admin, password: string) {
  if (!(await confirmPassword(needs, admin, password))) return null;
  const codes = newRecoveryCodes();
  await needs.secondFactors.replaceRecoveryCodes(admin.id, hashes(codes));
  await needs.record({ actor: admin.username, act: "Created new recovery codes", subject: "Account" });
  return codes;
}

export const WRONG_PASSWORD = "This is not your password.";

function hashes(codes: string[]): string[] {
  return codes.map(recoveryCodeHash).filter((hash) => hash !== null);
}
