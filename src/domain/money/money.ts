/** Whole cents, never fractions. */
export type Cents = number;

/** `45000` -> `"450.00"`: the dollar string that SPEC 3 requires for `totalAmount`. */
export function toDollarString(cents: Cents): string {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** A million dollars: more is a typing mistake, and a database integer holds at most 21 million dollars. */
export const MAX_CENTS: Cents = 100_000_000;

/**
 * Parses `"450"`, `"$1,200.50"` and `" 0.5 "` into cents; null if it is no dollar amount, negative, or has fractions of
 * a cent.
 */
export function fromDollarText(text: string): Cents | null {
  const digits = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!digits) return null;
  const [, whole = "", cents = ""] = digits;
  const amount = Number(whole.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  return amount <= MAX_CENTS ? amount : null;
}
