import { formatCurrency } from "../../lib/format-money.ts";

export function otherCurrenciesText(others: readonly { currency: string; amount: string }[]): string {
  if (others.length === 0) return "";
  const amounts = others.map(({ amount, currency }) => `${formatCurrency(amount, currency)} in ${currency}`);
  return `. Not included: ${new Intl.ListFormat("en-US").format(amounts)}`;
}
