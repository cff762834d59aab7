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
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  const found = format.resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/** Creating a formatter takes longer than a hundred calls to it. */
const digits = new Map<string, number>();
const exactFormats = new Map<string, Intl.NumberFormat>();

/**
 * Formats whole amounts without decimals: `$150`, but `$149.50`. `cents` is a number of the currency's smallest units.
 */
export function moneyText(cents: Cents, currency: string, locale = "en-US"): string {
  const decimals = currencyDigits(currency);
  const shown = cents % 10 ** decimals === 0 ? 0 : decimals;
  return moneyFormat(currency, shown, locale).format(cents / 10 ** decimals);
}

/** A calendar formats sixty prices after each tap. */
const shortFormats = new Map<string, Intl.NumberFormat>();

export function moneyFormat(currency: string, decimals: number, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`;
  const known = shortFormats.get(key);
  if (known) return known;
  const exact = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // In languages other than English, only the currency symbol: `$` instead of `CA$` or `US$`.
  const currencyDisplay = locale === "en-US" ? "symbol" : "narrowSymbol";
  const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay, ...exact });
  shortFormats.set(key, format);
  return format;
}

/** Formats an amount with all decimals, for emails and the audit log: `$450.00`, `¥45000`. */
export function exactMoneyText(cents: Cents, currency: string): string {
  let format = exactFormats.get(currency);
  if (!format) {
    format = new Intl.NumberFormat("en-US", { style: "currency", currency, useGrouping: false });
    exactFormats.set(currency, format);
  }
  return format.format(cents / 10 ** currencyDigits(currency));
}

/** The numeric string of SPEC 3's `totalAmount`: `450.00` in dollars, `45000` in yen. */
export function amountString(cents: Cents, currency: string): string {
  const decimals = currencyDigits(currency);
  const size = 10 ** decimals;
  const whole = Math.abs(cents);
  const fraction = decimals === 0 ? "" : `.${String(whole % size).padStart(decimals, "0")}`;
  return `${cents < 0 ? "-" : ""}${Math.floor(whole / size)}${fraction}`;
}

/**
 * The inverse of `amountString`: converts its text to the smallest units. The result is exact, because `amountString`
 * does not leave out any decimals.
 */
export function centsOf(amount: string): Cents {
  return Number(amount.replace(".", ""));
}

/** The amount as a number of whole units, for a spreadsheet or a chart. */
export function amountNumber(cents: Cents, currency: string): number {
  return cents / 10 ** currencyDigits(currency);
}

/**
 * Parses `150`, `$1,200.50` and `149.5` into the smallest units of the currency; null if the text is not such an
 * amount.
 */
export function amountFromText(text: string, currency: string): Cents | null {
  const decimals = currencyDigits(currency);
  const parts = /^(?:\p{Sc}\s*)?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,3}))?$/u.exec(text.trim());
  if (!parts) return null;
  const [, whole = "", fraction = ""] = parts;
  return fraction.length > decimals ? null : Number(whole.replaceAll(",", "") + fraction.padEnd(decimals, "0"));
}

/** The amount as shown in a form field: `150`, `149.50`. */
export function amountText(cents: Cents, currency: string): string {
  const decimals = currencyDigits(currency);
  return cents % 10 ** decimals === 0 ? String(cents / 10 ** decimals) : (cents / 10 ** decimals).toFixed(decimals);
}
