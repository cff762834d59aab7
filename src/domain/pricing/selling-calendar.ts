import type { Stay } from "../booking/stay.ts";
import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import { type Night, nightOf } from "./night.ts";
import type { PriceDocument } from "./price-document.ts";

export type CalendarDay = Night & {
  taken: boolean;
  mayArrive: boolean;
  /** Whether a stay may end on the morning after this night: the last night says so. */
  mayLeaveAfter: boolean;
};

/** What was agreed on for a booked stay holds while it is changed (docs/pricing.md P-32). */
export type AgreedStay = { stay: Stay; minimumNights: number };

/** Days counted from today, each worked out once when it is first asked for. */
export type SellingCalendar = {
  document: PriceDocument;
  today: LocalDate;
  /** How many days from today a guest arrives at the earliest. */
  start: number;
  /** How many days from today the last check-out lies. */
  end: number;
  day: (index: number) => CalendarDay;
  /** The booking that is changed in this calendar; its own nights are not taken. */
  agreed?: AgreedStay;
};

/**
 * `taken` has to reach one night beyond both ends of the stays asked about, so that gaps are known. What lies before today
 * or after the last check-out counts as free: browser and server then agree, though only the server knows of it.
 * `earliestArrival` follows from the document's notice and the time of day (`earliestArrival` in `booking-notice.ts`); the
 * host is not bound by it.
 */
export function createSellingCalendar(
  document: PriceDocument,
  taken: ReadonlySet<LocalDate>,
  today: LocalDate,
  earliestArrival: LocalDate = today,
): SellingCalendar {
  const days = new Map<number, CalendarDay>();
  const make = (index: number): CalendarDay => {
    const night = nightOf(document, addDays(today, index));
    const departure = (night.weekday + 1) % 7;
    const made = {
      ...night,
      taken: index >= 0 && index < document.windowDays && taken.has(night.date),
      mayArrive: night.changeoverDays.some((day) => day === night.weekday),
      mayLeaveAfter: night.changeoverDays.some((day) => day === departure),
    };
    days.set(index, made);
    return made;
  };
  const start = Math.max(0, daysBetween(today, earliestArrival));
  return { document, today, start, end: document.windowDays, day: (index) => days.get(index) ?? make(index) };
}
