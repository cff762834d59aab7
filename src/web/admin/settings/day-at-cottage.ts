import { dayAt, type TimeZone } from "#domain/calendar/time-zone.ts";
import { formatDate } from "../../lib/format-date.ts";

/** The cottage's date at a moment: `Nov 28, 2026`. Like all times in the portal, it is the same on every device. */
export function dayAtCottage(iso: string, timeZone: TimeZone): string {
  return formatDate(dayAt(new Date(iso), timeZone), "short");
}
