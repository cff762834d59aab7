import type { LocalDate } from "../calendar/local-date.ts";
import { addMonths, daysOf, monthOf } from "../calendar/month.ts";

/**
 * How many days after a stay its special requests and the text of its messages are deleted, because they are no longer
 * needed.
 */
export const TEXTS_KEPT_DAYS = 90;
/** The number of days for which hashes of networks, mailboxes and phone numbers are kept (decision 17). */
export const IDENTITY_HASH_DAYS = 30;

/**
 * If a booking expires or is cancelled before the payment that would have booked it, its guest's data is erased after
 * this number of days. The email to somebody who had to verify an address before booking is deleted after the same
 * time.
 */
export const UNPAID_KEPT_DAYS = 7;

/** The same day `months` earlier, or the last day of that month if that month is shorter. */
export function monthsBefore(day: LocalDate, months: number): LocalDate {
  const days = daysOf(addMonths(monthOf(day), -months));
  return days[Number(day.slice(8)) - 1] ?? days.at(-1) ?? day;
}
