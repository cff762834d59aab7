import { Secret, TOTP } from "otpauth";

/** RFC 6238, with the values that authenticator apps assume by default. */
const STEP_SECONDS = 30;
const DIGITS = 6;
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: DIGITS,
    period: STEP_SECONDS,
  });
}

/** A new secret in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The `otpauth://` URL that an authenticator app scans. */
export const totpAddress = (secret: string, username: string, issuer: string): string =>
  totp(secret, { issuer, label: username }).toString();

/**
 * The 30-second step that a code belongs to. The code may be one step earlier or later than `now`; null for a wrong
 * code.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const drift = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return drift === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + drift;
}
