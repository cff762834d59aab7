import { type LocalDate, toLocalDate } from "./local-date.ts";

/**
 * An IANA zone name. The property's days begin and end in the property's time zone, wherever the server and the guest
 * are.
 */
export type TimeZone = string;

/** SPEC 9: the default setting. */
export const DEFAULT_TIME_ZONE: TimeZone = "Asia/Colombo";

/** A time of day as `HH:MM`. */
export type LocalTime = `${number}:${number}`;

export function toLocalTime(text: string): LocalTime {
  if (!isLocalTime(text)) throw new RangeError(`Not a time of day: ${JSON.stringify(text)}`);
  return text;
}

export function isLocalTime(text: string): text is LocalTime {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

export function dayAt(now: Date, zone: TimeZone): LocalDate {
  return toLocalDate(new Date(shownAt(now.getTime(), zone)).toISOString().slice(0, 10));
}

const DAY_MS = 86_400_000;

/**
 * The moment when clocks in `zone` show `time` on `date`. If a clock change repeats that time, the first occurrence
 * counts; if it skips that time, the offset before the change applies (RFC 5545 3.3.5).
 */
export function momentOf(date: LocalDate, time: LocalTime, zone: TimeZone): Date {
  return new Date(momentShowing(Date.parse(`${date}T${time}:00Z`), zone));
}

/** Like `momentOf`, but in milliseconds; `shown` is the local time in `zone`, encoded as if it were UTC. */
export function momentShowing(shown: number, zone: TimeZone): number {
  return momentByOffset(shown, (moment) => offsetAt(moment, zone));
}

/** `offsetOf`: the milliseconds by which local time is ahead of UTC at a moment. */
export function momentByOffset(shown: number, offsetOf: (moment: number) => number): number {
  const [before, after] = [offsetOf(shown - DAY_MS), offsetOf(shown + DAY_MS)];
  if (before === after) return shown - before;
  const moments = [shown - before, shown - after].filter((moment) => moment + offsetOf(moment) === shown);
  return moments.length > 0 ? Math.min(...moments) : shown - before;
}

export function isTimeZone(name: string): boolean {
  return canonicalTimeZone(name) !== null;
}

/**
 * The canonical name for a zone name in any letter case, such as `europe/berlin`, or for an alias, such as
 * `US/Pacific`; null if unknown. The result is not cached.
 */
export function canonicalTimeZone(name: string): TimeZone | null {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The local time in the zone at a moment, encoded as if it were UTC: milliseconds, rounded down to whole seconds. */
export function shownAt(moment: number, zone: TimeZone): number {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  for (const { type, value } of clockOf(zone).formatToParts(moment)) shown[type] = Number(value);
  const { year = 0, month = 1, day, hour, minute, second } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function offsetAt(moment: number, zone: TimeZone): number {
  return shownAt(moment, zone) - Math.floor(moment / 1000) * 1000;
}

/** Creating a formatter takes dozens of times as long as calling it. */
const clocks = new Map<TimeZone, Intl.DateTimeFormat>();

function clockOf(zone: TimeZone): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(zone, clock);
  return clock;
}

/** The last part of a zone's name, which is usually a city: "Colombo" for `Asia/Colombo`. */
export function cityOf(timeZone: TimeZone): string {
  const city = timeZone.split("/").at(-1) ?? timeZone;
  return city.replaceAll("_", " ");
}

const writers = new Map<TimeZone, Intl.DateTimeFormat>();

/**
 * A moment in the property's time zone, for emails, alerts, history entries and dispute evidence, such as
 * "Nov 22, 2026, 2:05 PM".
 */
export function momentText(moment: Date, timeZone: TimeZone): string {
  const known = writers.get(timeZone);
  const writer = known ?? new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" });
  if (!known) writers.set(timeZone, writer);
  return writer.format(moment).replace("\u202f", " ");
}
