import { type Cents, fromDollarText } from "../money/money.ts";

/** SPEC 3. What only a confirmed guest may know is kept apart in `PropertySecrets`. */
export type Property = {
  id: number;
  name: string;
  description: string;
  location: string;
  imageUrl: string;
  /** The flat nightly rate for the entire cottage. */
  rateCents: Cents;
  bedrooms: number;
  bathrooms: number;
  amenities: string[];
  houseRules: string[];
  localAttractions: LocalAttraction[];
};

/** Never in a public answer. */
export type PropertySecrets = { wifiPassword: string; checkInInstructions: string };

/** SPEC 3; `distance` is the travel time on the badge, `place` the line beneath the name. */
export type LocalAttraction = {
  name: string;
  description: string;
  place: string;
  distance: string;
  category: string;
  imageUrl: string;
};

/** The ready-made text of SPEC 3, made from the cents so that the two cannot disagree: `$150 per night`. */
export function rateText(rateCents: Cents): string {
  const dollars = rateCents % 100 === 0 ? String(rateCents / 100) : (rateCents / 100).toFixed(2);
  return `$${dollars} per night`;
}

/** The longest stay of the host at this rate still fits into the four bytes of a database's `integer`. */
export const MAX_RATE_CENTS: Cents = 5_000_000;

/**
 * The cents of a rate as people type it, `150`, `$149.50` or the ready-made text itself; null for no amount, none at all, or
 * more than `MAX_RATE_CENTS`.
 */
export function rateFromText(text: string): Cents | null {
  const typed = text.trim();
  const cents = fromDollarText(/per night$/i.test(typed) ? typed.slice(0, -"per night".length) : typed);
  return cents === 0 || (cents ?? 0) > MAX_RATE_CENTS ? null : cents;
}
