import { addDays, isLocalDate, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import type { Month, Weekday } from "#domain/calendar/month.ts";

/** SPEC 5: `MMM dd, yyyy` with the month written out; nothing for no date; 'Invalid date' for what is none. */
export function formatDate(date: string | null | undefined, style: "long" | "short" = "long"): string {
  if (!date) return "";
  if (!isLocalDate(date)) {
    console.error("Invalid date", date);
    return "Invalid date";
  }
  return DATES[style].format(new Date(`${date}T00:00:00Z`));
}

/** `Thu, December 3, 2026`, or `Thu, Dec 3, 2026`. */
export function formatDay(date: string, style: "long" | "short" = "long"): string {
  return DAYS[style].format(new Date(`${date}T00:00:00Z`));
}

/** `Thursday, December 3, 2026`. */
export function formatFullDay(date: LocalDate): string {
  return FULL_DAY.format(new Date(`${date}T00:00:00Z`));
}

/** `December 2026`. */
export function formatMonth(month: Month): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`));
}

/** The seven days of a week, from the one with which it begins (Monday is 0). */
export function weekdayNames(begin: Weekday): { short: string; long: string }[] {
  return Array.from({ length: 7 }, (_unused, place) => {
    const day = new Date(`${addDays(A_MONDAY, begin + place)}T00:00:00Z`);
    return { short: SHORT_WEEKDAY.format(day), long: LONG_WEEKDAY.format(day) };
  });
}

const A_MONDAY = toLocalDate("2001-01-01");

/** A moment as the clocks at the cottage show it: `Thu, December 3, 2026, 2:00 PM`. Where its zone is not known, the reader's. */
export function formatMoment(iso: string, timeZone: string | undefined, style: "long" | "short" = "long"): string {
  return new Intl.DateTimeFormat("en-US", {
    ...dayParts(style),
    weekday: "short",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  })
    .format(new Date(iso))
    .replaceAll("\u202f", " ");
}

/** `14:00` -> `2:00 PM`. */
export function formatTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  return `${twelve}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

function dayParts(style: "long" | "short") {
  return { month: style, day: "numeric", year: "numeric" } as const;
}

// Made once: making a formatter takes longer than eighty days of a calendar take to write.
const make = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" });
const DATES = { long: make(dayParts("long")), short: make(dayParts("short")) };
const DAYS = {
  long: make({ ...dayParts("long"), weekday: "short" }),
  short: make({ ...dayParts("short"), weekday: "short" }),
};
const FULL_DAY = make({ dateStyle: "full" });
const MONTH = make({ month: "long", year: "numeric" });
const SHORT_WEEKDAY = make({ weekday: "short" });
const LONG_WEEKDAY = make({ weekday: "long" });
