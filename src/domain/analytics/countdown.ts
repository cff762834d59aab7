import { counted } from "../text/counted.ts";
import { daysBetween, type LocalDate } from "../calendar/local-date.ts";

/** SPEC 4: the number of days after check-out during which we still show "(3 days ago)". */
export const RECENT_DAYS = 7;
/** SPEC 9: the dashboard lists at most five bookings per section. */
export const DASHBOARD_LIST_LENGTH = 5;

/**
 * SPEC 4: `TODAY` (also for a stay that has begun), `TOMORROW` or `in 5 days`, in calendar days at the property.
 */
export function countdown(checkIn: LocalDate, today: LocalDate): string {
  const days = daysBetween(today, checkIn);
  if (days <= 0) return "TODAY";
  return days === 1 ? "TOMORROW" : `in ${days} days`;
}

/** SPEC 4: `(3 days ago)` for up to a week after check-out, otherwise null. */
export function daysAgo(checkOut: LocalDate, today: LocalDate): string | null {
  const days = daysBetween(checkOut, today);
  if (days < 0 || days > RECENT_DAYS) return null;
  return `(${counted(days, "day")} ago)`;
}
