import { addDays, type LocalDate, toLocalDate } from "../calendar/local-date.ts";

/** Special requests and the words of messages are of no use so long after a stay (reliability 2.3). Days. */
export const WORDS_KEPT_DAYS = 90;
/** Marks of networks, mailboxes and phones are counted for so long (decision 17). Days. */
export const MARKS_KEPT_DAYS = 30;

/** The same day so many months ago; the last day of a month that is shorter. */
export function monthsBefore(day: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(toLocalDate(first.toISOString().slice(0, 10)), Math.min(date, last) - 1);
}
