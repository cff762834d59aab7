import type { Cents } from "../money/money.ts";
import type { QuoteLine } from "./quote.ts";

/** The components of a price. Discounts are negative; adjustments can be positive or negative. */
export type LineSums = {
  accommodation: Cents;
  discounts: Cents;
  extraGuests: Cents;
  cleaning: Cents;
  adjustments: Cents;
  taxes: Cents;
};

const PART = {
  nights: "accommodation",
  agreed: "accommodation",
  discount: "discounts",
  "extra-guests": "extraGuests",
  cleaning: "cleaning",
  adjustment: "adjustments",
  tax: "taxes",
} as const satisfies Record<QuoteLine["kind"], keyof LineSums>;

export const NO_LINES: LineSums = {
  accommodation: 0,
  discounts: 0,
  extraGuests: 0,
  cleaning: 0,
  adjustments: 0,
  taxes: 0,
};

/** The lines of a price, summed by component. The sums add up to the total. */
export function sumLines(lines: readonly QuoteLine[]): LineSums {
  const sums = { ...NO_LINES };
  for (const { kind, amountCents } of lines) sums[PART[kind]] += amountCents;
  return sums;
}

export function mapLineSums<T>(sums: LineSums, change: (cents: Cents) => T): Record<keyof LineSums, T> {
  return {
    accommodation: change(sums.accommodation),
    discounts: change(sums.discounts),
    extraGuests: change(sums.extraGuests),
    cleaning: change(sums.cleaning),
    adjustments: change(sums.adjustments),
    taxes: change(sums.taxes),
  };
}
