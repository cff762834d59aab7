import { epochDay, FIRST_DATE, LAST_DATE, type LocalDate } from "../calendar/local-date.ts";

/**
 * Days since 1970. Calendar events may lie outside the range of years of a `LocalDate`: a birthday may have been
 * repeating since 1950, and some programs close a calendar until 9999.
 */
export type DayNumber = number;

export const DAY_MS = 86_400_000;

/** Null for a day that does not exist. `month` counts from 1. */
export function dayNumber(year: number, month: number, date: number): DayNumber | null {
  const exists = month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(year, month);
  return exists ? Date.UTC(year, month - 1, date) / DAY_MS : null;
}

export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `month` counts from 1. */
export function partsOf(day: DayNumber): { year: number; month: number; date: number } {
  const moment = new Date(day * DAY_MS);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth() + 1, date: moment.getUTCDate() };
}

export const FIRST_DAY = epochDay(FIRST_DATE);
export const LAST_DAY = epochDay(LAST_DATE);

/** The nearest `LocalDate`. Days outside the range of that type are far from any nights on sale. */
export function localDateOf(day: DayNumber): LocalDate {
  const inside = Math.min(Math.max(day, FIRST_DAY), LAST_DAY);
  return new Date(inside * DAY_MS).toISOString().slice(0, 10) as LocalDate; // within the range of a LocalDate
}
