import { amountString } from "#domain/money/currency.ts";
import type { CurrencySum } from "./ports.ts";

/** Adds up the sums from all sources, so that there is one sum for each currency. */
export function addUpByCurrency(sums: readonly CurrencySum[]): CurrencySum[] {
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, some]) => ({ currency, cents: some.reduce((total, { cents }) => total + cents, 0) }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

export function currencyView({ currency, cents }: CurrencySum): { currency: string; amount: string } {
  return { currency, amount: amountString(cents, currency) };
}
