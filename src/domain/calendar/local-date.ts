/**
 * A calendar day as `YYYY-MM-DD`, without time or zone. Compare with `<` and `===`: the text order is the date order.
 */
export type LocalDate = `${number}-${number}-${number}`;

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)$/;
const DAY_MS = 86_400_000;

/** The first and the last date that Latchkey accepts. */
export const FIRST_DATE: LocalDate = "2000-01-01";
export const LAST_DATE: LocalDate = "2199-12-31";

/** True for real dates that Latchkey accepts; false for `2026-02-30`, `infinity` or `today`. */
export function isLocalDate(text: unknown): text is LocalDate {
  return typeof text === "string" && text >= FIRST_DATE && text <= LAST_DATE && isDay(text);
}

/** Accepts any four-digit year, because days calculated from an accepted date may lie outside the accepted range. */
function isDay(text: string): text is LocalDate {
  const parts = SHAPE.exec(text);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number);
  // Day 0 of the next month is the last day of this one.
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function toLocalDate(text: string): LocalDate {
  if (!isDay(text)) throw notADate(text);
  return text;
}

export function addDays(date: LocalDate, days: number): LocalDate {
  const text = new Date((epochDay(date) + days) * DAY_MS).toISOString().slice(0, 10);
  // A whole number of days from a real date is a real date, so only its year can be out of range.
  if (!SHAPE.test(text)) throw notADate(text);
  return text as LocalDate;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return epochDay(to) - epochDay(from);
}

/** Every day from `from` up to, but not including, `until`. */
export function eachDay(from: LocalDate, until: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = from; day < until; day = addDays(day, 1)) days.push(day);
  return days;
}

function notADate(text: string): RangeError {
  return new RangeError(`Not a calendar date: ${text}`);
}

/** Days since 1970, counted in UTC, where every day has 24 hours. */
export function epochDay(date: LocalDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}
