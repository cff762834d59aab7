import { dayAt, type TimeZone } from "#domain/calendar/time-zone.ts";
import { formatDate } from "../../lib/format-date.ts";

/**
 * The date at the cottage at a given moment: `Nov 28, 2026`. Like all times in the portal, it is the same on every
 * device.
 */
export function dayAtCottage(iso: string, timeZone: TimeZone): string {
  return formatDate(dayAt(new Date(iso), timeZone), "short");
}
