import type { Cents } from "../money/money.ts";
import { amountOf, percentOf, type QuoteLine } from "./quote.ts";
import type { SoldPrice } from "./change-quote.ts";

/** What the host adds to one booking's price or takes from it, in the host's words. */
export type Adjustment = { label: string; amountCents: Cents };

/** How many lines one booking may have. */
export const MOST_ADJUSTMENTS = 10;

export function adjustmentsOf({ priceLines }: Pick<SoldPrice, "priceLines">): Adjustment[] {
  return priceLines.flatMap((line) =>
    line.kind === "adjustment" ? [{ label: line.label, amountCents: line.amountCents }] : [],
  );
}

/**
 * The price with these adjustments and no others, after all other lines: they are final amounts, and no tax or discount is
 * worked out on them. A total is never below nothing, so a discount takes at most what is there.
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
  // A step that costs the first nights as sold stays as it was; one that costs a part of the total follows the total.
  const { terms } = price.sold;
  const cancellation = price.sold.cancellation.map((charge, place) => {
    const step = terms.cancellation[place];
    return step && "percent" in step ? { ...charge, amountCents: percentOf(totalCents, step.percent) } : charge;
  });
  return { ...price, priceLines: lines, totalCents, sold: { ...price.sold, cancellation } };
}
