import { formatCurrency } from "../../lib/format-money.ts";

type Sums = readonly { currency: string; amount: string }[];

/** Amounts in other currencies, which a total does not include. */
export function otherCurrenciesText(others: Sums): string {
  if (others.length === 0) return "";
  const amounts = others.map(({ amount, currency }) => `${formatCurrency(amount, currency)} in ${currency}`);
  return `. Not included: ${new Intl.ListFormat("en-US").format(amounts)}`;
}
