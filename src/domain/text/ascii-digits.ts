const FULL_WIDTH_OFFSET = 0xfee0;
const known = new Map<string, string>();

/**
 * Full-width characters as ASCII, and the decimal digits of every script as 0 to 9: a guest's keyboard may type either.
 */
export function asciiDigits(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/[^\P{Nd}0-9]/gu, (digit) => {
      // Cached, because the text may be as long as a request body.
      const ascii = known.get(digit) ?? String(digitValue(digit));
      known.set(digit, ascii);
      return ascii;
    });
}

/** Unicode lists the ten digits of a script in order, beginning with zero; one script may directly follow another. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return (code - zero) % 10;
}
