import { nightCount, sameDates, type Stay } from "../booking/stay.ts";
import { exactMoneyText } from "../money/currency.ts";
import type { Cents } from "../money/money.ts";
import type { PricedStay, SoldPrice } from "./change-quote.ts";
import { amountOf, containedTaxesIn, percentOf, type QuoteLine } from "./quote.ts";

/**
 * The host's surcharges and discounts for one booking, with the host's descriptions. `agreedTotal` marks the difference
 * between the price and a total that the host has agreed on with the guest.
 */
export type Adjustment = { label: string; amountCents: Cents; agreedTotal?: true };

/** The maximum number of adjustments for one booking. */
export const MAX_ADJUSTMENTS = 10;

/** The adjustments as the host entered them, even if the price is too low for a whole discount. */
export function adjustmentsOf({ priceLines }: Pick<SoldPrice, "priceLines">): Adjustment[] {
  return priceLines.flatMap((line) => {
    if (line.kind !== "adjustment") return [];
    const { label, agreedTotal, amountCents, wantedCents = amountCents } = line;
    return [{ label, amountCents: wantedCents, ...(agreedTotal && { agreedTotal }) }];
  });
}

/** The adjustments that remain when the stay is changed: an agreed total applies only to the agreed dates. */
export function adjustmentsFor(booking: PricedStay, stay: Stay): Adjustment[] {
  const all = adjustmentsOf(booking);
  return sameDates(booking, stay) ? all : all.filter(({ agreedTotal }) => !agreedTotal);
}

/** The description that replaces the host's for strangers, and once the guest's data has been erased. */
const nameOf = (amountCents: Cents) => (amountCents < 0 ? "Discount" : "Extra");

/** A price without the host's descriptions, which may name the guest. */
export function withoutLabels(lines: readonly QuoteLine[]): QuoteLine[] {
  return lines.map((line) =>
    line.kind === "adjustment" ? { ...line, label: nameOf(line.wantedCents ?? line.amountCents) } : line,
  );
}

/** How the history describes an adjustment: `Airport pick-up ($50.00) added to the price`. */
export function adjustmentEvent({ label, amountCents }: Adjustment, isAdded: boolean, currency: string): string {
  return `${label} (${exactMoneyText(amountCents, currency)}) ${isAdded ? "added to" : "removed from"} the price`;
}

/** An event in the history without the host's description of an adjustment. */
export function eventWithoutLabel(event: string): string {
  return event.replace(
    /^.* (\((-?)[^()]*\) (?:added to|removed from) the price: )/s,
    (_all, rest: string, minus: string) => `${nameOf(minus ? -1 : 1)} ${rest}`,
  );
}

/**
 * The price with exactly these adjustments, placed after all other lines: adjustments are final amounts, to which no
 * discount applies and no tax is added. A total is never negative, so a discount is capped.
 */
export function withAdjustments(price: PricedStay, adjustments: readonly Adjustment[]): SoldPrice {
  const { oneNightCents, sold, guestCount } = price;
  const priceLines: QuoteLine[] = price.priceLines.filter(({ kind }) => kind !== "adjustment");
  let totalCents = amountOf(priceLines);
  for (const { amountCents: wantedCents, ...adjustment } of adjustments) {
    const amountCents = Math.max(wantedCents, 0 - totalCents);
    totalCents += amountCents;
    const capped = amountCents === wantedCents ? {} : { wantedCents };
    priceLines.push({ kind: "adjustment", ...adjustment, quantity: 1, unitCents: amountCents, amountCents, ...capped });
  }
  // A step that charges the price at which the first nights were sold stays the same; a step that charges a share of
  // the total changes with the total.
  const { terms } = sold;
  const cancellation = sold.cancellation.map((charge, place) => {
    const step = terms.cancellation[place];
    return step && "percent" in step ? { ...charge, amountCents: percentOf(totalCents, step.percent) } : charge;
  });
  const containedTaxes = containedTaxesIn(terms, priceLines, nightCount(price) * guestCount);
  return { priceLines, totalCents, oneNightCents, sold: { ...sold, cancellation, containedTaxes } };
}
