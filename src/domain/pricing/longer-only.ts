import { nightCount, type Stay } from "../booking/stay.ts";
import { daysBetween } from "../calendar/local-date.ts";
import type { SellingCalendar } from "./selling-calendar.ts";

/**
 * The calendar for a stay that keeps its arrival and can only be extended, as after the free cancellation deadline. It
 * never offers what the server rejects; a departure that only fills a gap is not offered.
 */
export function longerOnly(calendar: SellingCalendar, stay: Stay): SellingCalendar {
  const { document, today, day } = calendar;
  const nights = nightCount(stay);
  return {
    ...calendar,
    document: { ...document, smallestGap: null },
    start: daysBetween(today, stay.checkIn),
    day: (index) => ({ ...day(index), mayArrive: false, minimumNights: nights, minimumFrom: null }),
    // Its own arrival and departure remain allowed.
    agreed: { stay, minimumNights: nights },
  };
}
