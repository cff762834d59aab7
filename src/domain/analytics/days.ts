import { addDays, daysBetween, type LocalDate, toLocalDate } from "../calendar/local-date.ts";

/** Days in a row: `to` is not one of them. */
export type Span = { from: LocalDate; to: LocalDate };

/** The calendar month that the day is in. */
export function monthAround(day: LocalDate): Span {
  const from = toLocalDate(`${day.slice(0, 7)}-01`);
  // Four weeks and four days after the first is always in the next month.
  const to = toLocalDate(`${addDays(from, 32).slice(0, 7)}-01`);
  return { from, to };
}

export function spanDays({ from, to }: Span): number {
  return daysBetween(from, to);
}
