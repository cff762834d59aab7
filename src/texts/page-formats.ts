import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import type { Weekday } from "#domain/calendar/month.ts";
import { writtenDate } from "#domain/calendar/written-date.ts";
import type { Language } from "#domain/language/language.ts";
import { moneyText } from "#domain/money/currency.ts";
import type { Cents } from "#domain/money/money.ts";

/** The formats that pages need; browsers load them. */
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

const A_MONDAY = toLocalDate("2001-01-01");

/**
 * A language's formats from `Intl`. The language code on its own implies the country of its locale (`texts.test.ts`).
 */
export function pageFormatsOf(language: Language): PageFormats {
  // Created on first use, because `Intl` constructors are slow.
  let list: Intl.ListFormat | undefined;
  let percent: Intl.NumberFormat | undefined;
  return {
    day: (date) => writtenDate(date, language, { dateStyle: "full" }),
    money: (cents, currency) => moneyText(cents, currency, language),
    percent: (hundredths) => {
      percent ??= new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 });
      return percent.format(hundredths / 10_000);
    },
    anyOf: (days) => {
      list ??= new Intl.ListFormat(language, { type: "disjunction" });
      return list.format(days.map((at) => writtenDate(addDays(A_MONDAY, at), language, { weekday: "long" })));
    },
  };
}

/** A sentence as it continues after a colon. Not for German, whose nouns keep their capital. */
export const uncapitalized = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);
