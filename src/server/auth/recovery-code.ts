import { randomBytes } from "node:crypto";
import { hashToken } from "../runtime/ids.ts";

const HOW_MANY = 10;
/**
 * The alphabet excludes characters that are easily confused. A code of 26 characters from this alphabet of 32 has 130
 * bits, so its hash cannot be reversed (ASVS 6.5.2, 11.5.1).
 */
const SIGNS = "23456789abcdefghjkmnpqrstuvwxyz0";
const LENGTH = 26;
const SHAPE = /^[2-9a-hj-km-np-z0]{26}$/;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const signs = [...randomBytes(LENGTH)].map((byte) => SIGNS.charAt(byte & 31)).join("");
    return signs.replace(/(.{5})(?=.{5})/g, "$1-");
  });
}

/** The stored hash of a code, however the code was typed; null if the input does not have the format of a code. */
export function recoveryCodeHash(typed: string): string | null {
  const signs = typed.toLowerCase().replace(/[\s-]/g, "");
  return SHAPE.test(signs) ? hashToken(`recovery ${signs}`) : null;
}
