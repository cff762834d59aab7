import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { Language } from "#domain/language/language.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { currencyDigits } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import type { Weekday } from "#domain/calendar/month.ts";

/** Dates, times and amounts as a language writes them. */
export type Formats = {
  /** `Saturday, December 5, 2026` */
  day: (date: LocalDate) => string;
  /** Of a day: `December 2026` */
  month: (date: LocalDate) => string;
  /** `Dec 5, 2026 – Dec 8, 2026` */
  span: (stay: Stay) => string;
  /** A moment as clocks at the cottage show it. */
  moment: (moment: Date, timeZone: TimeZone) => string;
  /** `2:00 PM` */
  clock: (time: LocalTime) => string;
  /** Always with the decimals of the currency: `$450.00`. */
  amount: (cents: Cents, currency: string) => string;
  /** Whole amounts without decimals: `$450`. */
  money: (cents: Cents, currency: string) => string;
  /** Hundredths of a percent: `10%`. */
  percent: (hundredths: number) => string;
  /** `Friday or Saturday`; Monday is 0. */
  anyOf: (days: readonly Weekday[]) => string;
};

const utc = (date: string) => new Date(`${date}T00:00:00Z`);
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Made when first asked for: `Intl` takes its time, and few visitors need more than one language. */
function once<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** What `Intl` knows of a language. */
export function formatsOf(language: Language): Formats {
  const locale = LOCALES[language];
  const dates = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
  const day = dates({ dateStyle: "full" });
  const month = dates({ month: "long", year: "numeric" });
  const short = dates({ dateStyle: "medium" });
  const clock = dates({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const weekday = dates({ weekday: "long" });
  const list = once(() => new Intl.ListFormat(locale, { type: "disjunction" }));
  const percent = once(() => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 }));
  const inCurrency = (cents: Cents, currency: string, decimals: number) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(cents / 10 ** currencyDigits(currency));
  return {
    day: (date) => day().format(utc(date)),
    month: (date) => month().format(utc(date)),
    span: ({ checkIn, checkOut }) => `${short().format(utc(checkIn))} – ${short().format(utc(checkOut))}`,
    moment: (moment, timeZone) =>
      new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" }).format(moment),
    clock: (time) => clock().format(new Date(`2026-01-01T${time}:00Z`)),
    amount: (cents, currency) => inCurrency(cents, currency, currencyDigits(currency)),
    money: (cents, currency) => {
      const digits = currencyDigits(currency);
      return inCurrency(cents, currency, cents % 10 ** digits === 0 ? 0 : digits);
    },
    percent: (hundredths) => percent().format(hundredths / 10_000),
    anyOf: (days) => list().format(days.map((at) => weekday().format(MONDAY + at * DAY_MS))),
  };
}
