import { addDays, isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Month, Weekday } from "#domain/calendar/month.ts";
import { writtenDate } from "#domain/calendar/written-date.ts";
import { say } from "./say.ts";

type Parts = Intl.DateTimeFormatOptions;
type Style = "long" | "short";

/** SPEC 5: empty if there is no date, and 'Invalid date' for an invalid date. */
export function formatDate(date: string | null | undefined, style: Style = "long"): string {
  if (!date) return "";
  if (!isLocalDate(date)) {
    console.error("Invalid date", date);
    return "Invalid date";
  }
  return written(date, dayParts(style));
}

/** `Thu, December 3, 2026`, or `Thu, Dec 3, 2026`. */
export function formatDay(date: string, style: Style = "long"): string {
  return written(date, { ...dayParts(style), weekday: "short" });
}

/** `Thursday, December 3, 2026`. */
export function formatFullDay(date: LocalDate): string {
  return written(date, { dateStyle: "full" });
}

/** `December 2026`. */
export function formatMonth(month: Month): string {
  return written(`${month}-01`, { month: "long", year: "numeric" });
}

/** `begin` is the first day of the week (Monday is 0). */
export function weekdayNames(begin: Weekday): { short: string; long: string }[] {
  return Array.from({ length: 7 }, (_unused, place) => {
    const day = addDays(A_MONDAY, begin + place);
    return { short: written(day, { weekday: "short" }), long: written(day, { weekday: "long" }) };
  });
}

const A_MONDAY: LocalDate = "2001-01-01";

/**
 * At the property: `Thu, December 3, 2026 at 2:00 PM`, or `Thu, Dec 3, 2026, 2:00 PM`. If the property's time zone is
 * unknown, the reader's time zone is used.
 */
export function formatMoment(iso: string, timeZone: string | undefined, style: Style = "long"): string {
  return new Intl.DateTimeFormat(say.locale, {
    ...dayParts(style),
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  })
    .format(new Date(iso))
    .replaceAll("\u202f", " ");
}

/** `14:00` -> `2:00 PM`. Languages other than English use the 24-hour clock. */
export function formatTime(time: string): string {
  if (say.language !== "en") return time;
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  return `${twelve}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** In English, `A, B, and C`. */
export function formatList(words: readonly string[]): string {
  return new Intl.ListFormat(say.locale).format(words);
}

function dayParts(style: Style): Parts {
  return { month: style, day: "numeric", year: "numeric" };
}

function written(date: string, parts: Parts): string {
  return writtenDate(date, say.locale, parts);
}
