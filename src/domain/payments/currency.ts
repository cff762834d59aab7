import { currencyDigits } from "../money/currency.ts";
import type { Cents } from "../money/money.ts";

/**
 * Stripe's zero-decimal currencies; currencies in neither of these two lists have two decimals
 * (docs.stripe.com/currencies).
 */
const NO_DECIMALS = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
/** Stripe requires the last of the three decimals to be zero. */
const THREE_DECIMALS = new Set("BHD JOD KWD OMR TND".split(" "));

/** Amounts that Stripe can charge are multiples of this, in our smallest units. */
export function chargeStep(currency: string): Cents {
  return THREE_DECIMALS.has(currency) ? 10 : 1;
}

function stripeDigits(currency: string): number {
  if (NO_DECIMALS.has(currency)) return 0;
  return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/**
 * Converts our smallest units to Stripe's: ISK, for example, has no decimals in our data and two at Stripe. Null if
 * Stripe cannot charge the amount.
 */
export function toStripeAmount(minor: Cents, currency: string): number | null {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)];
  if (minor % chargeStep(currency) !== 0) return null;
  if (theirs >= ours) return minor * 10 ** (theirs - ours);
  const factor = 10 ** (ours - theirs);
  return minor % factor === 0 ? minor / factor : null;
}

/** Converts an amount in Stripe's smallest unit to our smallest unit; null if the result is not a whole number. */
export function fromStripeAmount(amount: number, currency: string): Cents | null {
  const [ours, theirs] = [currencyDigits(currency), stripeDigits(currency)];
  if (ours >= theirs) return amount * 10 ** (ours - theirs);
  const factor = 10 ** (theirs - ours);
  return amount % factor === 0 ? amount / factor : null;
}

/** The currencies that PayHere accepts; each has two decimals at PayHere. */
export const PAYHERE_CURRENCIES: ReadonlySet<string> = new Set(["LKR", "USD"]);

/** An amount in PayHere's format, such as `450.00`; null for a currency that PayHere does not accept. */
export function toPayHereAmount(minor: Cents, currency: string): string | null {
  if (!PAYHERE_CURRENCIES.has(currency)) return null;
  const digits = String(minor).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Parses PayHere's amount; null if the currency is not supported or the result is not a whole number in our smallest
 * unit.
 */
export function fromPayHereAmount(amount: number, currency: string): Cents | null {
  if (!PAYHERE_CURRENCIES.has(currency)) return null;
  const parts = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(String(amount));
  return parts ? Number(`${parts[1]}${(parts[2] ?? "").padEnd(2, "0")}`) : null;
}
