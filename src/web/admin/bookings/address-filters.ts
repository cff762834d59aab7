import {
  BOOKING_SORTS,
  type BookingFilters,
  LISTED_DATES,
  LISTED_STATUSES,
  NO_FILTERS,
} from "#domain/booking/booking-list.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";

/** Unknown values are ignored. */
export function filtersIn(search: URLSearchParams): BookingFilters {
  return {
    search: search.get("search") ?? NO_FILTERS.search,
    from: dayOrNone(search.get("from")),
    to: dayOrNone(search.get("to")),
    dates: oneOf(LISTED_DATES, search.get("dates")) ?? NO_FILTERS.dates,
    status: oneOf(LISTED_STATUSES, search.get("status")) ?? NO_FILTERS.status,
    source: oneOf(BOOKING_SOURCES, search.get("source")) ?? NO_FILTERS.source,
    sort: oneOf(BOOKING_SORTS, search.get("sort")) ?? NO_FILTERS.sort,
  };
}

export function addressOf(filters: BookingFilters): Record<string, string> {
  const keys = ["search", "from", "to", "dates", "status", "source", "sort"] as const;
  return Object.fromEntries(keys.filter((key) => filters[key] !== NO_FILTERS[key]).map((key) => [key, filters[key]]));
}

function dayOrNone(text: string | null): LocalDate | "" {
  return text && isLocalDate(text) ? text : "";
}

function oneOf<T extends string>(known: readonly T[], text: string | null): T | undefined {
  return known.find((one) => one === text);
}
