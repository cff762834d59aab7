/** A day of the calendar as `YYYY-MM-DD`, without time and zone. Compare with `<` and `===`: the text sorts as the days do. */
export type LocalDate = `${number}-${number}-${number}`;

const SHAPE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** True only for days that exist between the years 2000 and 2199: `2026-02-30`, `infinity` and `today` are not dates. */
export function isLocalDate(text: unknown): text is LocalDate {
  if (typeof text !== "string" || !SHAPE.test(text)) return false;
  const year = Number(text.slice(0, 4));
  if (year < 2000 || year > 2199) return false;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  // Some impossible days are read as days of the next month; the way back shows it.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}

export function toLocalDate(text: string): LocalDate {
  if (!isLocalDate(text)) throw new RangeError(`Not a calendar date: ${JSON.stringify(text)}`);
  return text;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return toLocalDate(new Date((epochDay(date) + days) * DAY_MS).toISOString().slice(0, 10));
}

/** Whole days from `from` to `to`: 1 from a day to the next, negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return epochDay(to) - epochDay(from);
}

/** Every day from `from` up to, but not including, `until`. */
export function eachDay(from: LocalDate, until: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Days since 1970 in UTC, where every day has 24 hours. */
function epochDay(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}
