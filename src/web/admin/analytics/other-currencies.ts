import { formatCurrency } from "../../lib/format-money.ts";

type Sums = readonly { currency: string; amount: string }[];

/** What there is besides a sum, in currencies that are not added to it. */
export function besidesText(others: Sums): string {
  if (others.length === 0) return "";
  const amounts = others.map(({ amount, currency }) => `${formatCurrency(amount, currency)} in ${currency}`);
  return `. Not included: ${new Intl.ListFormat("en-US").format(amounts)}`;
}
