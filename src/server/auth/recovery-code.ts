import { randomBytes } from "node:crypto";
import { hashToken } from "../runtime/ids.ts";

const HOW_MANY = 10;
/** No letter that is mistaken for another. 26 of 32 signs are 130 bits: a hash of it cannot be turned round (ASVS 6.5.2, 11.5.1). */
const SIGNS = "23456789abcdefghjkmnpqrstuvwxyz0";
const LENGTH = 26;
/** Codes of 16 signs were given out earlier and go on opening. */
const SHAPE = /^(?:[2-9a-hj-km-np-z0]{16}|[2-9a-hj-km-np-z0]{26})$/;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const signs = [...randomBytes(LENGTH)].map((byte) => SIGNS.charAt(byte & 31)).join("");
    return signs.replace(/(.{5})(?=.{5})/g, "$1-");
  });
}

/** The hash under which a code is kept, however it was typed; null when it has not the shape of one. */
export function recoveryCodeHash(typed: string): string | null {
  const signs = typed.toLowerCase().replace(/[\s-]/g, "");
  return SHAPE.test(signs) ? hashToken(`recovery ${signs}`) : null;
}
