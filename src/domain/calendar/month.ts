import { addDays, daysBetween, eachDay, type LocalDate, toLocalDate } from "./local-date.ts";

/** A month as `YYYY-MM`. */
export type Month = `${number}-${number}`;

export function isMonth(text: string | null | undefined): text is Month {
  return /^(20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text ?? "");
}

export function monthOf(date: LocalDate): Month {
  const [year = "", month = ""] = date.split("-");
  return monthFrom(Number(year), Number(month));
}

/** `count` may be negative. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const months = year * 12 + number - 1 + count;
  return monthFrom(Math.floor(months / 12), (months % 12) + 1);
}

export function firstDay(month: Month): LocalDate {
  return toLocalDate(`${month}-01`);
}

export function daysOf(month: Month): LocalDate[] {
  return eachDay(firstDay(month), firstDay(addMonths(month, 1)));
}

export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const A_MONDAY = toLocalDate("2000-01-03");

/** 0 is Monday, the first day of the week (ISO 8601). */
export function weekday(date: LocalDate): Weekday {
  return (((daysBetween(A_MONDAY, date) % 7) + 7) % 7) as Weekday; // the remainder is 0 to 6
}

/** The month's weeks, starting on Monday or on `begin`, padded with days from the previous and next months. */
export function weeksOf(month: Month, begin: Weekday = 0): LocalDate[][] {
  const first = firstDay(month);
  const weeks: LocalDate[][] = [];
  const end = firstDay(addMonths(month, 1));
  for (let day = addDays(first, -((weekday(first) - begin + 7) % 7)); day < end; day = addDays(day, 7)) {
    weeks.push(eachDay(day, addDays(day, 7)));
  }
  return weeks;
}

function monthFrom(year: number, month: number): Month {
  return `${year}-${String(month).padStart(2, "0")}` as Month; // built from a year and a two-digit month
}
