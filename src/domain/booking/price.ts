import type { Cents } from "../money/money.ts";
import { nightCount, type Stay } from "./stay.ts";

/** One line of the price as the guest saw it when booking. */
export type PriceLine = { label: string; quantity: number; unitCents: Cents; amountCents: Cents };
/** `oneNightCents` is the first night as it is sold: what a cancellation costs after the free time. */
export type Quote = { nights: number; lines: PriceLine[]; totalCents: Cents; oneNightCents: Cents };

/** SPEC 9: nights times the flat rate, taxes and fees included. */
export function quote(stay: Stay, nightlyRateCents: Cents): Quote {
  const nights = nightCount(stay);
  const line = nightsLine(nights, nightlyRateCents);
  return { nights, lines: [line], totalCents: line.amountCents, oneNightCents: nightlyRateCents };
}

function nightsLine(quantity: number, unitCents: Cents): PriceLine {
  return { label: "Entire cottage", quantity, unitCents, amountCents: quantity * unitCents };
}
