import type { Cents } from "../money/money.ts";
import { nightCount, type Stay } from "./stay.ts";

/** One line of the price as the guest saw it when booking. */
export type PriceLine = { label: string; quantity: number; unitCents: Cents; amountCents: Cents };
export type Quote = { nights: number; lines: PriceLine[]; totalCents: Cents };

/** SPEC 9: nights times the flat rate, taxes and fees included. */
export function quote(stay: Stay, nightlyRateCents: Cents): Quote {
  const nights = nightCount(stay);
  const amountCents = nights * nightlyRateCents;
  return {
    nights,
    lines: [{ label: "Entire cottage", quantity: nights, unitCents: nightlyRateCents, amountCents }],
    totalCents: amountCents,
  };
}
