import type { Cents } from "../money/money.ts";
import { amountOf, percentOf, type QuoteLine } from "./quote.ts";
import type { SoldPrice } from "./change-quote.ts";

/** The host's surcharges and discounts for one booking, with the host's descriptions. */
export type Adjustment = { label: string; amountCents: Cents };

/** The maximum number of adjustments for one booking. */
export const MAX_ADJUSTMENTS = 10;

export function adjustmentsOf({ priceLines }: Pick<SoldPrice, "priceLines">): Adjustment[] {
  return priceLines.flatMap((line) =>
    line.kind === "adjustment" ? [{ label: line.label, amountCents: line.amountCents }] : [],
  );
}

/**
 * The price with exactly these adjustments, placed after all other lines: adjustments are final amounts and are not
 * subject to taxes or discounts. A total is never negative, so a discount is capped.
 */
export function withAdjustments(price: SoldPrice, adjustments: readonly Adjustment[]): SoldPrice {
  const lines: QuoteLine[] = price.priceLines.filter(({ kind }) => kind !== "adjustment");
  let totalCents = amountOf(lines);
  for (const { label, amountCents: wanted } of adjustments) {
    const amountCents = Math.max(wanted, -totalCents);
    totalCents += amountCents;
    if (amountCents !== 0) {
      lines.push({ kind: "adjustment", label, quantity: 1, unitCents: amountCents, amountCents });
    }
  }
  // A step that charges the price at which the first nights were sold stays the same; a step that charges a share of
  // the total changes with the total.
  const { terms } = price.sold;
  const cancellation = price.sold.cancellation.map((charge, place) => {
    const step = terms.cancellation[place];
    return step && "percent" in step ? { ...charge, amountCents: percentOf(totalCents, step.percent) } : charge;
  });
  return { ...price, priceLines: lines, totalCents, sold: { ...price.sold, cancellation } };
}
