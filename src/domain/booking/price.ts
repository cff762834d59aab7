import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import { nightCount, nightsOf, type Stay } from "./stay.ts";

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

type Sold = Stay & { priceLines: readonly PriceLine[]; totalCents: Cents; oneNightCents: Cents };

/** What a guest's change costs: nights that the stay already has keep their price, new ones have today's rate. */
export function quoteChange(sold: Sold, stay: Stay, nightlyRateCents: Cents): Quote {
  const nights = nightCount(stay);
  const prices = nightPrices(sold);
  const lines = prices ? linesOf(nightsOf(stay).map((night) => prices.get(night) ?? nightlyRateCents)) : [];
  if (!prices) {
    // A total that the host has agreed on has no price for a night: it stays whole, or today's rate takes its place.
    const contains = stay.checkIn <= sold.checkIn && stay.checkOut >= sold.checkOut;
    if (!contains) return quote(stay, nightlyRateCents);
    lines.push(...sold.priceLines);
    if (nights > nightCount(sold)) lines.push(nightsLine(nights - nightCount(sold), nightlyRateCents));
  }
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const first = prices?.get(stay.checkIn) ?? nightlyRateCents;
  return { nights, lines, totalCents, oneNightCents: stay.checkIn === sold.checkIn ? sold.oneNightCents : first };
}

/** The lines of a total that the host keeps although the stay has other nights now. */
export function agreedPrice(sold: Sold, stay: Stay): PriceLine[] {
  const nights = nightCount(stay);
  if (nights === nightCount(sold)) return [...sold.priceLines];
  const { totalCents } = sold;
  const label = `Agreed price for ${nights === 1 ? "1 night" : `${nights} nights`}`;
  return [{ label, quantity: 1, unitCents: totalCents, amountCents: totalCents }];
}

function nightsLine(quantity: number, unitCents: Cents): PriceLine {
  return { label: "Entire cottage", quantity, unitCents, amountCents: quantity * unitCents };
}

/** Each night with its price, where the lines name one for every night. */
function nightPrices({ priceLines, ...stay }: Sold): Map<LocalDate, Cents> | null {
  const nights = nightsOf(stay);
  const prices = priceLines.flatMap(({ quantity, unitCents }) => Array<Cents>(quantity).fill(unitCents));
  const total = prices.reduce((sum, cents) => sum + cents, 0);
  if (prices.length !== nights.length || total !== stay.totalCents) return null;
  return new Map(nights.map((night, index) => [night, prices[index] ?? 0]));
}

function linesOf(prices: readonly Cents[]): PriceLine[] {
  const lines: PriceLine[] = [];
  for (const cents of prices) {
    const last = lines.at(-1);
    if (last?.unitCents === cents) lines[lines.length - 1] = nightsLine(last.quantity + 1, cents);
    else lines.push(nightsLine(1, cents));
  }
  return lines;
}
