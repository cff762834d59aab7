import type { Clock } from "../runtime/clock.ts";
import type { CountedAttempt, Counter, SignInLimits } from "./limit-sign-ins.ts";
import type { SecondFactorStore } from "./second-factor-queries.ts";
import type { AdminAccount, RecordAct } from "./ports.ts";
import { recoveryCodeHash } from "./recovery-code.ts";
import { stepOfCode } from "../core/totp.ts";

export const NOT_COUNTED: CountedAttempt = { release: async () => {} };

type CodeNeeds = { secondFactors: SecondFactorStore; clock: Clock };

/**
 * Whether a code sent together with a password is correct; does not use up the code. This check is cheap, so it is made
 * before the password is checked. Attempts with a single app code are counted because such a code can be guessed.
 */
export async function codeCheck(
  needs: CodeNeeds & { limits: SignInLimits },
  admin: AdminAccount | null,
  code: string,
  counter: Counter,
): Promise<"right" | "wrong" | "locked"> {
  const recovery = recoveryCodeHash(code);
  if (recovery !== null) {
    return (await needs.secondFactors.hasRecoveryCode(admin?.id ?? "", recovery)) ? "right" : "wrong";
  }
  const counted = isGuessable(code) ? await needs.limits.reserve(counter) : NOT_COUNTED;
  if (!counted) return "locked";
  const factor = await needs.secondFactors.find(admin?.id ?? "");
  const step = factor?.enabled ? stepOf(factor.secret, code, needs.clock()) : null;
  if (step === null || step <= (factor?.lastStep ?? 0)) return "wrong";
  await counted.release();
  return "right";
}

/** Uses up a code; null if the code is wrong or has been used before. */
export async function useCode(
  needs: CodeNeeds & { record: RecordAct },
  admin: { id: string; username: string },
  code: string,
): Promise<"app" | "recovery-code" | null> {
  const { secondFactors } = needs;
  const factor = await secondFactors.find(admin.id);
  if (!factor?.enabled) return null;
  const step = stepOf(factor.secret, code, needs.clock());
  if (step !== null) return (await secondFactors.useStep(admin.id, step)) ? "app" : null;
  const recovery = recoveryCodeHash(code);
  if (recovery === null || !(await secondFactors.useRecoveryCode(admin.id, recovery))) return null;
  await needs.record({ actor: admin.username, act: "Used a recovery code", subject: "Account" });
  return "recovery-code";
}

/**
 * Recovery codes (130 bits) and two consecutive app codes (one in 10^12) cannot be guessed, however many are tried.
 * Attempts with these are not counted, so nobody can exhaust the owner's attempts.
 */
export function isGuessable(code: string): boolean {
  return recoveryCodeHash(code) === null && !TWO_IN_A_ROW.test(code);
}

const TWO_IN_A_ROW = /^\s*(\d{6})\s*(\d{6})\s*$/;

/** The time step of an app code; for two consecutive codes, the later step. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const [, first, second] = TWO_IN_A_ROW.exec(code) ?? [];
  if (!first || !second) return stepOfCode(secret, code.replace(/\s/g, ""), now);
  const [before, after] = [stepOfCode(secret, first, now), stepOfCode(secret, second, now)];
  return before !== null && after === before + 1 ? after : null;
}
