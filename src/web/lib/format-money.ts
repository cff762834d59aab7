import { currencyDigits, moneyFormat, moneyText } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import { say } from "./say.ts";

/** SPEC 5: whole amounts have no decimals; empty if `amount` is not a number. */
export function formatCurrency(amount: number | string, currency = "USD"): string {
  const value = String(amount).trim() === "" ? Number.NaN : Number(amount);
  if (!Number.isFinite(value)) return "";
  return moneyFormat(currency, Number.isInteger(value) ? 0 : currencyDigits(currency), say.locale).format(value);
}

/** `cents` is in the currency's smallest unit. */
export function formatCents(cents: Cents, currency: string): string {
  return moneyText(cents, currency, say.locale);
}

/** Such as `$`, `€` or `¥`. */
export function currencySymbol(currency: string): string {
  const parts = moneyFormat(currency, 0, "en-US").formatToParts(0);
  return parts.find(({ type }) => type === "currency")?.value ?? currency;
}
