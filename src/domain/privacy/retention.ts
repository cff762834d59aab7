import { addDays, type LocalDate, toLocalDate } from "../calendar/local-date.ts";

/**
 * How many days after a stay its special requests and the text of its messages are deleted, because they are no longer
 * needed.
 */
export const TEXTS_KEPT_DAYS = 90;
/** The number of days for which hashes of networks, mailboxes and phone numbers are counted (decision 17). */
export const IDENTITY_HASH_DAYS = 30;

/**
 * If a booking expires or is cancelled before the payment that would have booked it, its guest is deleted after this
 * number of days. So is the email to somebody who had to verify an address before booking.
 */
export const UNPAID_KEPT_DAYS = 7;

/** The same day `months` earlier, or the last day of that month if that month is shorter. */
export function monthsBefore(day: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(toLocalDate(first.toISOString().slice(0, 10)), Math.min(date, last) - 1);
}
