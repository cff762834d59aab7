import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Weekday } from "#domain/calendar/month.ts";
import type { Language } from "#domain/language/language.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { currencyDigits } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";

/** Those of a language's formats that its pages' texts use: browsers load them. */
export type PageFormats = {
  /** `Saturday, December 5, 2026` */
  day: (date: LocalDate) => string;
  /** Whole amounts without decimals: `$450`. */
  money: (cents: Cents, currency: string) => string;
  /** Hundredths of a percent: `10%`. */
  percent: (hundredths: number) => string;
  /** `Friday or Saturday`; Monday is 0. */
  anyOf: (days: readonly Weekday[]) => string;
};

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Made when first asked for: `Intl` takes its time, and few visitors need more than one language. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

export function amountIn(locale: string, cents: Cents, currency: string, decimals: number): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(cents / 10 ** currencyDigits(currency));
}

/** What `Intl` knows of a language. */
export function pageFormatsOf(language: Language): PageFormats {
  const locale = LOCALES[language];
  const dates = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
  const day = dates({ dateStyle: "full" });
  const weekday = dates({ weekday: "long" });
  const list = once(() => new Intl.ListFormat(locale, { type: "disjunction" }));
  const percent = once(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }));
  return {
    day: (date) => day().format(new Date(date)),
    money: (cents, currency) => {
      const digits = currencyDigits(currency);
      return amountIn(locale, cents, currency, cents % 10 ** digits === 0 ? 0 : digits);
    },
    percent: (hundredths) => percent().format(hundredths / 10_000),
    anyOf: (days) => list().format(days.map((at) => weekday().format(MONDAY + at * DAY_MS))),
  };
}
