import { addDays, daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import type { SellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { dayByKey } from "../lib/day-by-key.ts";
import { say } from "../lib/say.ts";

type Key = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Null for other keys. The day is always within the calendar's range. */
export function dayAfterKey(event: Key, from: LocalDate, { today, end }: SellingCalendar): LocalDate | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  const to = dayByKey(event, from, say.frame.firstWeekday);
  if (to === null) return null;
  const index = daysBetween(today, to);
  return addDays(today, Math.min(Math.max(index, 0), end));
}
