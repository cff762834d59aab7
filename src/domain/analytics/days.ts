import { addDays, daysBetween, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { addMonths, firstDay, monthOf } from "../calendar/month.ts";

/** Consecutive days; `to` is exclusive. */
export type Span = { from: LocalDate; to: LocalDate };

export function monthAround(day: LocalDate): Span {
  const month = monthOf(day);
  return { from: firstDay(month), to: firstDay(addMonths(month, 1)) };
}

export function spanDays({ from, to }: Span): number {
  return daysBetween(from, to);
}

/**
 * The equally long period just before `span`. If `span` consists of whole months, this period consists of the same
 * number of whole months.
 */
export function spanBefore({ from, to }: Span): Span {
  const wholeMonths = from.endsWith("-01") && to.endsWith("-01");
  const earlier = wholeMonths
    ? firstDay(addMonths(monthOf(from), -monthsBetween(from, to)))
    : addDays(from, -daysBetween(from, to));
  return { from: earlier, to: from };
}

/** Above this many months, `periodsOf` groups by year. */
const MAX_MONTHS = 36;

export type Period = Span & { label: string };

/** Splits the span by month, or by year when there are too many months; the first and last period may be partial. */
export function periodsOf(span: Span): Period[] {
  const byYear = monthsBetween(span.from, addDays(span.to, -1)) >= MAX_MONTHS;
  const periods: Period[] = [];
  for (let from = span.from; from < span.to;) {
    const end = byYear ? toLocalDate(`${Number(from.slice(0, 4)) + 1}-01-01`) : monthAround(from).to;
    const to = end < span.to ? end : span.to;
    periods.push({ from, to, label: from.slice(0, byYear ? 4 : 7) });
    from = to;
  }
  return periods;
}

function monthsBetween(from: LocalDate, to: LocalDate): number {
  const months = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(to) - months(from);
}
