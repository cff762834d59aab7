import { dayAt, type TimeZone } from "#domain/calendar/time-zone.ts";
import { formatDate } from "../../lib/format-date.ts";

/** `Nov 28, 2026`, in the cottage's time zone. */
export function dayAtCottage(iso: string, timeZone: TimeZone): string {
  return formatDate(dayAt(new Date(iso), timeZone), "short");
}
