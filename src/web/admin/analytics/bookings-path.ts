import type { Analytics } from "#contract/analytics.ts";
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { paths } from "../../lib/paths.ts";

/**
 * The list of bookings from which a figure for a range was calculated. The range's `to` is exclusive; the list's filter
 * includes its last day.
 */
export function bookingsPath(filter: Record<string, string>, { from, to }: Analytics["range"]): string {
  const filters = new URLSearchParams({ ...filter, from, to: addDays(toLocalDate(to), -1) });
  return `${paths.admin.bookings}?${filters}`;
}
