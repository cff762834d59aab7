import { isLocalDate } from "#domain/calendar/local-date.ts";

/** SPEC 5: `MMM dd, yyyy` with the month written out; nothing for no date; 'Invalid date' for what is none. */
export function formatDate(date: string | null | undefined, style: "long" | "short" = "long"): string {
  if (!date) return "";
  if (!isLocalDate(date)) {
    console.error("Invalid date", date);
    return "Invalid date";
  }
  return dayFormat(style).format(new Date(`${date}T00:00:00Z`));
}

/** `Thu, December 3, 2026`, or `Thu, Dec 3, 2026`. */
export function formatDay(date: string, style: "long" | "short" = "long"): string {
  return new Intl.DateTimeFormat("en-US", { ...dayParts(style), weekday: "short", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

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

function dayFormat(style: "long" | "short") {
  return new Intl.DateTimeFormat("en-US", { ...dayParts(style), timeZone: "UTC" });
}

function dayParts(style: "long" | "short") {
  return { month: style, day: "numeric", year: "numeric" } as const;
}
