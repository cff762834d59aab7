import type { Cents } from "./money.ts";

/** Whether the runtime knows this ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return currencies().includes(code);
}

export function currencies(): string[] {
  return Intl.supportedValuesOf("currency");
}

/** The number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Whole amounts without decimals: `$150`, but `$149.50`. `cents` are the smallest units of the currency. */
export function moneyText(cents: Cents, currency: string): string {
  const digits = currencyDigits(currency);
  const shown = cents % 10 ** digits === 0 ? 0 : digits;
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
  }).format(cents / 10 ** digits);
}

/**
 * Parses `150` or `149.5` into the smallest units of the currency; null if it is not an amount or has too many
 * decimals.
 */
export function amountFromText(text: string, currency: string): Cents | null {
  const digits = currencyDigits(currency);
  const parts = /^(\d{1,9})(?:\.(\d{1,3}))?$/.exec(text.trim().replaceAll(",", ""));
  if (!parts) return null;
  const [, whole = "", decimals = ""] = parts;
  return decimals.length > digits ? null : Number(whole + decimals.padEnd(digits, "0"));
}

/** The amount as shown in a form field: `150`, `149.50`. */
export function amountText(cents: Cents, currency: string): string {
  const digits = currencyDigits(currency);
  return cents % 10 ** digits === 0 ? String(cents / 10 ** digits) : (cents / 10 ** digits).toFixed(digits);
}
