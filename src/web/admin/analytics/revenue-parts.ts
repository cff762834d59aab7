import type { LineSums } from "#domain/pricing/line-sums.ts";
import { formatCurrency } from "../../lib/format-money.ts";

const NAMES = {
  accommodation: "Nights",
  discounts: "Discounts",
  extraGuests: "Extra guests",
  cleaning: "Cleaning",
  adjustments: "Adjustments",
  taxes: "Taxes",
} as const satisfies Record<keyof LineSums, string>;

/** The nights and all other parts that are not zero; empty if there are only nights. */
export function partsOf<T extends number | string>(madeOf: Record<keyof LineSums, T>): (readonly [string, T])[] {
  const parts = [
    [NAMES.accommodation, madeOf.accommodation],
    [NAMES.discounts, madeOf.discounts],
    [NAMES.extraGuests, madeOf.extraGuests],
    [NAMES.cleaning, madeOf.cleaning],
    [NAMES.adjustments, madeOf.adjustments],
    [NAMES.taxes, madeOf.taxes],
  ] as const;
  const extras = parts.filter(([name, amount]) => name !== NAMES.accommodation && Number(amount) !== 0);
  return extras.length === 0 ? [] : [parts[0], ...extras];
}

/** ": nights $750, cleaning $30"; empty if there are only nights. */
export function partsText(madeOf: Record<keyof LineSums, string>, currency: string): string {
  const parts = partsOf(madeOf).map(([name, amount]) => `${name.toLowerCase()} ${formatCurrency(amount, currency)}`);
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}
