/** Whole cents. Money is never a fraction of one. */
export type Cents = number;

/** `45000` -> `"450.00"`: the numeric string of dollars that SPEC 3 asks for as `totalAmount`. */
export function toDollarString(cents: Cents): string {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, "0")}`;
}
