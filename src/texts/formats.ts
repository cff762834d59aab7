import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { LocalTime, TimeZone } from "#domain/calendar/time-zone.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { Language } from "#domain/language/language.ts";
import { LOCALES } from "#domain/language/locales.ts";
import { currencyDigits, moneyFormat } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";
import { type PageFormats, pageFormatsOf } from "./page-formats.ts";

/** The formats of dates, times and amounts in a language. */
export type Formats = PageFormats & {
  /** `December 2026` */
  month: (date: LocalDate) => string;
  /** `Dec 5, 2026 – Dec 8, 2026` */
  span: (stay: Stay) => string;
  /** A date and time in the cottage's time zone. */
  moment: (moment: Date, timeZone: TimeZone) => string;
  /** `2:00 PM` */
  clock: (time: LocalTime) => string;
  /** Always with the decimals of the currency: `$450.00`. */
  amount: (cents: Cents, currency: string) => string;
};

/** Creates the value on first use. */
function lazy<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

const utc = (date: string) => new Date(`${date}T00:00:00Z`);

/** A language's formats from `Intl`, for the server. */
export function formatsOf(language: Language): Formats {
  const locale = LOCALES[language];
  const dates = (options: Intl.DateTimeFormatOptions) =>
    lazy(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }));
  const month = dates({ month: "long", year: "numeric" });
  const short = dates({ dateStyle: "medium" });
  const clock = dates({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return {
    ...pageFormatsOf(language),
    month: (date) => month().format(utc(date)),
    span: ({ checkIn, checkOut }) => `${short().format(utc(checkIn))} – ${short().format(utc(checkOut))}`,
    moment: (moment, timeZone) =>
      new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium", timeStyle: "short" }).format(moment),
    clock: (time) => clock().format(new Date(`2026-01-01T${time}:00Z`)),
    amount: (cents, currency) => {
      const decimals = currencyDigits(currency);
      return moneyFormat(currency, decimals, locale).format(cents / 10 ** decimals);
    },
  };
}
