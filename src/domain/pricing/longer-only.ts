import { nightCount, type Stay } from "../booking/stay.ts";
import { daysBetween } from "../calendar/local-date.ts";
import type { SellingCalendar } from "./selling-calendar.ts";

/**
 * The calendar for a stay that keeps its arrival and can only be extended, as is the case after the free cancellation
 * deadline. The calendar never offers a stay that the server rejects; it does not offer a departure that is only
 * possible because the stay fills a gap.
 */
export function longerOnly(calendar: SellingCalendar, stay: Stay): SellingCalendar {
  const { document, today, day } = calendar;
  const nights = nightCount(stay);
  return {
    ...calendar,
    document: { ...document, smallestGap: null },
    start: daysBetween(today, stay.checkIn),
    day: (index) => ({ ...day(index), mayArrive: false, minimumNights: nights, minimumFrom: null }),
    // The stay's own arrival and departure remain allowed.
    agreed: { stay, minimumNights: nights },
  };
}
