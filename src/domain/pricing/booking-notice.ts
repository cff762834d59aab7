import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { dayAt, momentOf, type TimeZone } from "../calendar/time-zone.ts";
import type { BookingNotice } from "./price-document.ts";

/** The first day on which a guest who books now may arrive. */
export function earliestArrival(notice: BookingNotice | null, now: Date, zone: TimeZone): LocalDate {
  const today = dayAt(now, zone);
  if (!notice) return today;
  const isLate = notice.until !== null && now >= momentOf(today, notice.until, zone);
  return addDays(today, notice.days + (isLate ? 1 : 0));
}
