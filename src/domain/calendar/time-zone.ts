import { fromDate, parseDate, Time, toCalendarDate, toCalendarDateTime, toZoned } from "@internationalized/date";
import { fromCalendarDate, type LocalDate } from "./local-date.ts";

/** An IANA zone name. The cottage's days begin and end in it, wherever the server and the guest are. */
export type TimeZone = string;

/** SPEC 9: the settings' default. */
export const COTTAGE_TIME_ZONE: TimeZone = "Asia/Colombo";

/** A time of day as `HH:MM`. */
export type LocalTime = `${number}:${number}`;

export function toLocalTime(text: string): LocalTime {
  if (!isLocalTime(text)) throw new RangeError(`Not a time of day: ${JSON.stringify(text)}`);
  return text;
}

function isLocalTime(text: string): text is LocalTime {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The calendar day that it is in `zone` at the moment `now`. */
export function dayAt(now: Date, zone: TimeZone): LocalDate {
  return fromCalendarDate(toCalendarDate(fromDate(now, zone)));
}

/** The moment at which clocks in `zone` show `time` on `date`. */
export function momentOf(date: LocalDate, time: LocalTime, zone: TimeZone): Date {
  const [hour, minute] = time.split(":").map(Number);
  return toZoned(toCalendarDateTime(parseDate(date), new Time(hour, minute)), zone).toDate();
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
