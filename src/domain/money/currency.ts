import type { Cents } from "./money.ts";

/** Whether the runtime knows this ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return currencies().includes(code);
}

export function currencies(): string[] {
  return Intl.supportedValuesOf("currency");
}

/**
 * The currencies that do not have two decimals. A stored amount is a number of the smallest units, so this list must
 * not depend on the runtime: CLDR 48 changed HUF, IDR, COP and PKR from two decimals to none, and browsers differ.
 */
const NO_DECIMALS =
  /AFN|ALL|BIF|CLP|COP|DJF|GNF|HUF|IDR|IQD|IRR|ISK|JPY|KMF|KPW|KRW|LAK|LBP|MGA|MMK|PKR|PYG|RWF|SLL|SOS|SYP|UGX|VND|VUV|XAF|XOF|XPF|YER/;
const THREE_DECIMALS = /BHD|JOD|KWD|LYD|OMR|TND/;

/** The number of decimals of a currency: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDigits(currency: string): number {
  if (NO_DECIMALS.test(currency)) return 0;
  return THREE_DECIMALS.test(currency) ? 3 : 2;
}

/**
 * Formats whole amounts without decimals: `$150`, but `$149.50`. `cents` is a number of the currency's smallest units.
 */
export function moneyText(cents: Cents, currency: string, locale = "en-US"): string {
  const decimals = currencyDigits(currency);
  const shown = cents % 10 ** decimals === 0 ? 0 : decimals;
  return moneyFormat(currency, shown, locale).format(cents / 10 ** decimals);
}

/** Creating a formatter takes dozens of times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

export function moneyFormat(currency: string, decimals: number, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      currency,
      style: "currency",
      // Dollars are `$` in every language, instead of `US$`. The short symbols of other currencies are ambiguous: `$`
      // for Canadian dollars, `¥` for both yen and yuan.
      currencyDisplay: currency === "USD" ? "narrowSymbol" : "symbol",
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format;
}

/** Formats an amount with all decimals: `$450.00`, `¥45,000`. */
export function exactMoneyText(cents: Cents, currency: string): string {
  const decimals = currencyDigits(currency);
  return moneyFormat(currency, decimals, "en-US").format(cents / 10 ** decimals);
}

/** The numeric string of SPEC 3's `totalAmount`: `450.00` in dollars, `45000` in yen. */
export function amountString(cents: Cents, currency: string): string {
  const decimals = currencyDigits(currency);
  return (cents / 10 ** decimals).toFixed(decimals);
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

/** The symbol that people type in the currency's own country, such as $ for Argentina's pesos and ₺ for liras. */
function narrowSymbol(currency: string): string | undefined {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  return format.formatToParts(0).find(({ type }) => type === "currency")?.value;
}

/**
 * Parses `150`, `$1,200.50`, `149.5` and `149,50` into the smallest units of the currency; null if the text is not such
 * an amount, or has the symbol of another currency, because €150 must not become $150. In most of Europe, the number
 * pad of an iPhone has a comma but no point. Japanese and Chinese keyboards may type full-width characters (`１２，０００`).
 * `1.250,50 €`, `1 250 kr` and `638000円` are as people write amounts elsewhere; `1.250` could be 1.25 and is refused.
 */
export function amountFromText(text: string, currency: string): Cents | null {
  const decimals = currencyDigits(currency);
  const narrow = text.trim().replace(/[０-９，．]/g, (wide) => wide.normalize("NFKC"));
  const [, before = "", number = "", after = ""] =
    /^([^\d.,\s]{0,3})\s*(\d.*\d|\d)\s*([^\d.,\s]{0,3})$/u.exec(narrow) ?? [];
  const symbol = before + after;
  if (symbol && ![currency, narrowSymbol(currency), LOCAL_SYMBOLS[currency]].includes(symbol.normalize("NFKC")))
    return null;
  const typed = withoutGroups(number).replace(/^(\d+),(\d{1,2})$/, "$1.$2");
  const parts = /^(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,3}))?$/.exec(typed);
  if (!parts) return null;
  const [, whole = "", fraction = ""] = parts;
  return fraction.length > decimals ? null : Number(whole.replaceAll(",", "") + fraction.padEnd(decimals, "0"));
}

/** Symbols that CLDR does not know in English. */
const LOCAL_SYMBOLS: Record<string, string> = { JPY: "円", CNY: "元" };

/** Removes points, spaces or apostrophes between groups of three digits, unless the point could be a decimal point. */
function withoutGroups(number: string): string {
  if (/^\d{1,3}(?:(?:\.\d{3})+,\d{1,3}|(?:\.\d{3}){2,})$/.test(number))
    return number.replaceAll(".", "").replace(",", ".");
  return /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d{1,2})?$/.test(number) ? number.replaceAll(/[\s'’]/g, "") : number;
}

/** Amounts as they can be typed: `450 or 450.50`; `450` in a currency without decimals. */
export function typedExamples(currency: string): string {
  const decimals = currencyDigits(currency);
  return decimals === 0 ? "450" : `450 or ${(450.5).toFixed(decimals)}`;
}

/** The amount as shown in a form field: `150`, `149.50`. */
export function amountText(cents: Cents, currency: string): string {
  const decimals = currencyDigits(currency);
  return cents % 10 ** decimals === 0 ? String(cents / 10 ** decimals) : amountString(cents, currency);
}
