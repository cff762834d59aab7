import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { addMonths, daysOf, monthOf, type Weekday, weekday } from "#domain/calendar/month.ts";

type Key = { key: string; shiftKey: boolean };

/** The W3C's pattern for date grids; null for other keys. In a shorter month, the last day counts as the same day. */
export function dayByKey({ key, shiftKey }: Key, from: LocalDate, firstWeekday: Weekday): LocalDate | null {
  const inWeek = (weekday(from) - firstWeekday + 7) % 7;
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -inWeek, End: 6 - inWeek }[key];
  if (days !== undefined) return addDays(from, days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  if (months === undefined) return null;
  const others = daysOf(addMonths(monthOf(from), shiftKey ? 12 * months : months));
  return others[Number(from.slice(8)) - 1] ?? others.at(-1) ?? null;
}
