import { randomBytes } from "node:crypto";
import { hashToken } from "../runtime/ids.ts";

const HOW_MANY = 10;
/** No letter that is mistaken for another. 16 of 32 signs are 80 bits: a hash of it cannot be turned round. */
const SIGNS = "23456789abcdefghjkmnpqrstuvwxyz0";
const LENGTH = 16;
const SHAPE = /^[2-9a-hj-km-np-z0]{16}$/;

export function newRecoveryCodes(): string[] {
  return Array.from({ length: HOW_MANY }, () => {
    const signs = [...randomBytes(LENGTH)].map((byte) => SIGNS.charAt(byte & 31)).join("");
    return signs.replace(/(.{4})(?=.)/g, "$1-");
  });
}

/** The hash under which a code is kept, however it was typed; null when it has not the shape of one. */
export function recoveryCodeHash(typed: string): string | null {
  const signs = typed.toLowerCase().replace(/[\s-]/g, "");
  return SHAPE.test(signs) ? hashToken(`recovery ${signs}`) : null;
}
