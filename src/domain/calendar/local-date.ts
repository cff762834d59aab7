import { type CalendarDate, parseDate } from "@internationalized/date";

/** A day of the calendar as `YYYY-MM-DD`, without time and zone. Compare with `<` and `===`: the text sorts as the days do. */
export type LocalDate = `${number}-${number}-${number}`;

const DAY_MS = 86_400_000;
const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** True only for days that exist between the years 2000 and 2199: `2026-02-30`, `infinity` and `today` are not dates. */
export function isLocalDate(text: unknown): text is LocalDate {
  if (typeof text !== "string" || !SHAPE.test(text)) return false;
  const year = Number(text.slice(0, 4));
  if (year < 2000 || year > 2199) return false;
  try {
    parseDate(text);
    return true;
  } catch {
    return false;
  }
}

export function toLocalDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`Not a calendar date: ${JSON.stringify(text)}`);
  return text;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return fromCalendarDate(parseDate(date).add({ days }));
}

/** Whole days from `from` to `to`: 1 from a day to the next, negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  // Days without a time are midnights in UTC, where no day is longer than another.
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** Every day from `from` up to, but not including, `until`. */
export function eachDay(from: LocalDate, until: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day);
  return days;
}

export function fromCalendarDate(date: CalendarDate): LocalDate {
  return toLocalDate(date.toString());
}
