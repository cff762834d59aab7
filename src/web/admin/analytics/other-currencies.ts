import { formatCurrency } from "../../lib/format-money.ts";

type Sums = readonly { currency: string; amount: string }[];

/** Describes the amounts in other currencies, which are not included in a total. */
export function otherCurrenciesText(others: Sums): string {
  if (others.length === 0) return "";
  const amounts = others.map(({ amount, currency }) => `${formatCurrency(amount, currency)} in ${currency}`);
  return `. Not included: ${new Intl.ListFormat("en-US").format(amounts)}`;
}
