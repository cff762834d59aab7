import type { Stay } from "../booking/stay.ts";
import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import { type Night, nightOf } from "./night.ts";
import type { PriceDocument } from "./price-document.ts";

export type CalendarDay = Night & {
  taken: boolean;
  mayArrive: boolean;
  /**
   * Whether a stay may end on the morning after this night: the rules that apply to a stay's last night decide this.
   */
  mayLeaveAfter: boolean;
};

/** The agreed values of a booked stay apply while it is being changed (docs/pricing.md PR-32). */
export type AgreedStay = { stay: Stay; minimumNights: number };

/** Days counted from today, each of which is calculated when it is first needed. */
export type SellingCalendar = {
  document: PriceDocument;
  today: LocalDate;
  /** The earliest arrival, in days from today. */
  start: number;
  /** The last check-out, in days from today. */
  end: number;
  day: (index: number) => CalendarDay;
  /** The booking that is being changed in this calendar; its own nights count as free. */
  agreed?: AgreedStay;
};

/**
 * `taken` must extend one night beyond both ends of the requested stays, so that gaps can be recognised. Nights before
 * today or after the last check-out count as free. Only the server knows which of those nights are taken, so browser
 * and server would otherwise disagree. `earliestArrival` follows from the document's notice and the time of day
 * (`earliestArrival` in `booking-notice.ts`); the host is not bound by it.
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

/** The nights that guests cannot book, as `GET /api/availability` lists them. */
type ListedNights = {
  today: LocalDate;
  unavailable: readonly LocalDate[];
  tooSoon: readonly LocalDate[];
  earliestArrival?: LocalDate;
};

/** The calendar for guests: free nights before the earliest arrival do not count as taken. */
export function guestCalendar(
  document: PriceDocument,
  { today, unavailable, tooSoon, earliestArrival }: ListedNights,
  taken = new Set(unavailable),
): SellingCalendar {
  for (const night of tooSoon) taken.delete(night);
  return createSellingCalendar(document, taken, today, earliestArrival);
}
