import { addDays, daysBetween, type LocalDate, toLocalDate } from "../calendar/local-date.ts";

/** Days in a row: `to` is not one of them. */
export type Span = { from: LocalDate; to: LocalDate };

/** The calendar month that the day is in. */
export function monthAround(day: LocalDate): Span {
  const from = toLocalDate(`${day.slice(0, 7)}-01`);
  // Four weeks and four days after the first is always in the next month.
  const to = toLocalDate(`${addDays(from, 32).slice(0, 7)}-01`);
  return { from, to };
}

export function spanDays({ from, to }: Span): number {
  return daysBetween(from, to);
}

/** As long as `span` and ending where it begins; whole months are followed back by whole months. */
export function spanBefore({ from, to }: Span): Span {
  const wholeMonths = from.endsWith("-01") && to.endsWith("-01");
  const earlier = wholeMonths ? addMonths(from, -monthsBetween(from, to)) : addDays(from, -daysBetween(from, to));
  return { from: earlier, to: from };
}

/** So many months in a row can still be read one by one. */
const MOST_MONTHS = 36;

export type Period = Span & { label: string };

/** The span cut at the months, or at the years when there are too many; the first and last may be cut short. */
export function periodsOf(span: Span): Period[] {
  const byYear = monthsBetween(span.from, addDays(span.to, -1)) >= MOST_MONTHS;
  const periods: Period[] = [];
  for (let from = span.from; from < span.to;) {
    const end = byYear ? toLocalDate(`${Number(from.slice(0, 4)) + 1}-01-01`) : monthAround(from).to;
    const to = end < span.to ? end : span.to;
    periods.push({ from, to, label: from.slice(0, byYear ? 4 : 7) });
    from = to;
  }
  return periods;
}

/** From the first day of `from`'s month to the first of `to`'s. */
function monthsBetween(from: LocalDate, to: LocalDate): number {
  const months = (day: LocalDate) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(to) - months(from);
}

/** From the first of a month to the first of another. */
function addMonths(first: LocalDate, months: number): LocalDate {
  const [year = 0, month = 0] = first.split("-").map(Number);
  return toLocalDate(new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10));
}
