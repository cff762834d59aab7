import { moneyText } from "../money/currency.ts";
import type { Cents } from "../money/money.ts";
import { counted } from "../text/counted.ts";
import type { PriceDocument } from "./price-document.ts";

/**
 * What is added to the nightly price: the cleaning fee, formatted by `cleaning`, and the names of the taxes that the
 * price does not include.
 */
export function extrasOf({ cleaningCents, taxes }: PriceDocument, cleaning: (cents: Cents) => string): string[] {
  const fee = cleaningCents > 0 ? [cleaning(cleaningCents)] : [];
  return [...fee, ...taxes.filter((tax) => !tax.included).map(({ name }) => name)];
}

/** Whether guests beyond the included number pay extra. */
export const paysPerGuest = ({ guests: { included, sleeps, extraCents } }: PriceDocument): boolean =>
  extraCents > 0 && included < sleeps;

/** The text beside the nightly price: the wording of SPEC 9, or the extras. The total always includes everything. */
export function extrasText(prices: PriceDocument): string {
  const extras = extrasOf(prices, (cents) => `${moneyText(cents, prices.currency)} cleaning per stay`);
  return extras.length === 0 ? "Taxes and fees included" : `Plus ${LIST.format(extras)}; the total includes everything`;
}

/** The price of a night, "$150 per night" or "From $150 per night", and the number of guests that it covers. */
export function priceText(rate: string, prices: PriceDocument): string {
  const { included, sleeps, extraCents } = prices.guests;
  return paysPerGuest(prices)
    ? `${rate} for the entire cottage and ${counted(included, "guest")}. Each additional guest (up to ${counted(sleeps, "guest")}) costs ${moneyText(extraCents, prices.currency)} per night.`
    : `${rate} for the entire cottage and up to ${counted(sleeps, "guest")}.`;
}

const LIST = new Intl.ListFormat("en-US");
