import { currencyDigits, moneyFormat, moneyText } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import { say } from "./say.ts";

/**
 * SPEC 5: formats an amount in the page's language (en-US for English), in dollars by default. Whole amounts have no
 * decimals. The result is empty for anything that is not a number.
 */
export function formatCurrency(amount: number | string, currency = "USD"): string {
  const value = String(amount).trim() === "" ? Number.NaN : Number(amount);
  if (!Number.isFinite(value)) return "";
  return moneyFormat(currency, Number.isInteger(value) ? 0 : currencyDigits(currency), say.locale).format(value);
}

/** `cents` is a number of the currency's smallest units. */
export function formatCents(cents: Cents, currency: string): string {
  return moneyText(cents, currency, say.locale);
}

/** The currency symbol, such as `$`, `€` or `¥`, for the heading of a column. */
export function currencySymbol(currency: string): string {
  const parts = moneyFormat(currency, 0, "en-US").formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}
