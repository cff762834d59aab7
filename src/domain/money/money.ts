/** Whole cents. Money is never a fraction of one. */
export type Cents = number;

/** `45000` -> `"450.00"`: the numeric string of dollars that SPEC 3 asks for as `totalAmount`. */
export function toDollarString(cents: Cents): string {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}

/** A million dollars: more is a slip of the finger, and the databases' integers end at 21 million. */
export const MAX_CENTS: Cents = 100_000_000;

/** `"450"`, `"$1,200.50"` and `" 0.5 "` as cents; null for what is no amount of dollars, is negative, or has parts of a cent. */
export function fromDollarText(text: string): Cents | null {
  const digits = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!digits) return null;
  const [, whole = "", cents = ""] = digits;
  const amount = Number(whole.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  return amount <= MAX_CENTS ? amount : null;
}
