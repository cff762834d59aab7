import { asciiDigits } from "../text/ascii-digits.ts";

/** Crockford's alphabet: no I, L or O, which are easily confused with 1 and 0, and no U. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Accepts a reference as people copy it: in lower case, with spaces, without `LK-`, with O for 0 and I or L for 1. */
export function typedReference(text: string): string {
  const letters = asciiDigits(text)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/^LK/, "");
  return `LK-${letters.replaceAll("O", "0").replace(/[IL]/g, "1")}`;
}

/** `LK-7F3KQ9X2`: 40 bits, written as eight characters that can be read aloud. */
export function referenceFrom(randomBytes: Uint8Array): string {
  if (randomBytes.length < 5) throw new RangeError("A reference needs 5 random bytes");
  let bits = 0n;
  for (const byte of randomBytes.subarray(0, 5)) bits = (bits << 8n) | BigInt(byte);
  let letters = "";
  for (let i = 0; i < 8; i++) {
    letters = ALPHABET.charAt(Number(bits & 31n)) + letters;
    bits >>= 5n;
  }
  return `LK-${letters}`;
}
