import { addDays, daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import { addMonths, daysOf, type Month, monthOf, weekday } from "#domain/calendar/month.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { say } from "../lib/say.ts";

type Key = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** The W3C's pattern for date grids; null for other keys. The day is always within the calendar's range. */
export function dayAfterKey(event: Key, from: LocalDate, { today, end }: SellingCalendar): LocalDate | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const to = unbounded(event, from);
  if (to === null) return null;
  const index = daysBetween(today, to);
  return addDays(today, Math.min(Math.max(index, 0), end));
}

function unbounded({ key, shiftKey }: Key, from: LocalDate): LocalDate | null {
  const inWeek = (weekday(from) - say.frame.firstWeekday + 7) % 7;
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -inWeek, End: 6 - inWeek }[key];
  if (days !== undefined) return addDays(from, days);
  const months = { PageUp: -1, PageDown: 1 }[key];
  return months === undefined ? null : sameDay(from, addMonths(monthOf(from), shiftKey ? 12 * months : months));
}

/** If the other month is shorter, its last day. */
function sameDay(from: LocalDate, month: Month): LocalDate {
  const days = daysOf(month);
  return days[Number(from.slice(8)) - 1] ?? addDays(days[0] ?? from, days.length - 1);
}
