import { formatCurrency } from "../../lib/format-money.ts";

/** Describes the amounts in other currencies, which are not included in a total. */
export function otherCurrenciesText(others: readonly { currency: string; amount: string }[]): string {
  if (others.length === 0) return "";
  const amounts = others.map(({ amount, currency }) => `${formatCurrency(amount, currency)} in ${currency}`);
  return `. Not included: ${new Intl.ListFormat("en-US").format(amounts)}`;
}
