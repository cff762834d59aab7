import { amountString } from "#domain/money/currency.ts";
import type { CurrencySum } from "./ports.ts";

/** One sum for each currency, however many sources it comes from. */
export function addUpByCurrency(sums: readonly CurrencySum[]): CurrencySum[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, cents: some.reduce((total, { cents }) => total + cents, 0) }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** In the contract's form. */
export function currencyView({ currency, cents }: CurrencySum): { currency: string; amount: string } {
  return { currency, amount: amountString(cents, currency) };
}
