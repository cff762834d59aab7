import { addDays, isLocalDate, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { monthAround, type Span } from "./days.ts";

export const RANGE_NAMES = ["all", "this-month", "last-30-days", "this-year", "last-year", "custom"] as const;
export type RangeName = (typeof RANGE_NAMES)[number];

/** The days of a named range; null for "all". */
export function spanOf(name: Exclude<RangeName, "custom">, today: LocalDate): Span | null {
  const year = Number(today.slice(0, 4));
  switch (name) {
    case "all":
      return null;
    case "this-month":
      return monthAround(today);
    case "last-30-days":
      return { from: addDays(today, -29), to: addDays(today, 1) };
    case "this-year":
      return { from: toLocalDate(`${year}-01-01`), to: toLocalDate(`${year + 1}-01-01`) };
    case "last-year":
      return { from: toLocalDate(`${year - 1}-01-01`), to: toLocalDate(`${year}-01-01`) };
  }
}

/** The span between two dates as people enter them (both inclusive); null when they do not form a range. */
export function spanFromTo(first: string | null, last: string | null): Span | null {
  if (!isLocalDate(first) || !isLocalDate(last) || last < first) return null;
  return { from: first, to: addDays(last, 1) };
}
