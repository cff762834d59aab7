import { daysBetween, type LocalDate } from "../calendar/local-date.ts";

/** SPEC 4: how long ago a check-out may be to be told in days. */
export const RECENT_DAYS = 7;
/** SPEC 9: the dashboard lists the first five of each. */
export const DASHBOARD_LIST_LENGTH = 5;

/** SPEC 4: `TODAY`, `TOMORROW`, then the days that remain. Calendar days at the cottage, so a part of a day counts as one. */
export function countdown(checkIn: LocalDate, today: LocalDate): string {
  const days = daysBetween(today, checkIn);
  if (days <= 0) return "TODAY";
  return days === 1 ? "TOMORROW" : `in ${days} days`;
}

/** SPEC 4: `(3 days ago)` up to a week after the check-out, then nothing. */
export function daysAgo(checkOut: LocalDate, today: LocalDate): string | null {
  const days = daysBetween(checkOut, today);
  if (days < 0 || days > RECENT_DAYS) return null;
  return days === 1 ? "(1 day ago)" : `(${days} days ago)`;
}
