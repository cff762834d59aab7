import type { Money } from "#contract/analytics.ts";
import { formatCurrency } from "../../lib/format-money.ts";

const FIGURES = [
  ["paid", "Paid"],
  ["refunded", "Refunded"],
  ["fees", "Card fees"],
  ["due", "Due"],
] as const;

/** Amounts in currencies that the property used before are added as text, unless they are zero: `€315 + $450`. */
export function moneyFigures({ others, ...sums }: Money, currency: string) {
  const all = [{ ...sums, currency }, ...others];
  return FIGURES.map(([key, name]) => ({
    key,
    name,
    text: all
      .filter((one, place) => place === 0 || one[key] !== 0)
      .map((one) => formatCurrency(one[key], one.currency))
      .join(" + "),
  }));
}
