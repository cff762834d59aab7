import { Secret, TOTP } from "otpauth";
import type { TotpCodes } from "./ports.ts";

/** RFC 6238 with the parameters that every authenticator app supports. */
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

export const totpCodes: TotpCodes = {
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,

  enrolment: async (secret, username, issuer) => {
    const address = totp(secret, { issuer, label: username }).toString();
    const { default: qrcode } = await import("qrcode");
    return { address, qrCode: await qrcode.toString(address, { type: "svg", errorCorrectionLevel: "M", margin: 2 }) };
  },

  stepOf: (secret, code, now) => {
    const drift = totp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
    return drift === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + drift;
  },
};
