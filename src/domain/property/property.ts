import { amountFromText, moneyText } from "../money/currency.ts";
import { type Cents, MAX_RATE_CENTS } from "../money/money.ts";

/** SPEC 3. `PropertySecrets` contains what only guests whose booking is verified or paid online may know. */
export type Property = {
  id: number;
  name: string;
  description: string;
  location: string;
  imageUrl: string;
  /** The price of a regular night for the entire property; the host may set others for some nights. */
  rateCents: Cents;
  bedrooms: number;
  bathrooms: number;
  amenities: string[];
  houseRules: string[];
  localAttractions: LocalAttraction[];
};

/** Never included in a public response. */
export type PropertySecrets = { wifiPassword: string; checkInInstructions: string };

/** SPEC 3; `distance` is the travel time on the badge, `place` is the line below the name. */
export type LocalAttraction = {
  name: string;
  description: string;
  place: string;
  distance: string;
  category: string;
  imageUrl: string;
};

/** The text that SPEC 3 requires, derived from the cents: `$150 per night`. */
export function rateText(rateCents: Cents, currency: string): string {
  return `${moneyText(rateCents, currency)} per night`;
}

/**
 * Parses a rate as people type it: `150`, `$149.50` or the result of `rateText`. Null if the text is not an amount, or
 * if the amount is zero or exceeds `MAX_RATE_CENTS`.
 */
export function rateFromText(text: string, currency: string): Cents | null {
  // `LKR` from `LKR 0`, `R$` from `R$0`.
  const [symbol = ""] = /^[^\d\s]*/.exec(moneyText(0, currency)) ?? [];
  const typed = text.trim().replace(/per night$/i, "");
  const cents = amountFromText(typed.startsWith(symbol) ? typed.slice(symbol.length) : typed, currency);
  return cents === 0 || (cents ?? 0) > MAX_RATE_CENTS ? null : cents;
}
