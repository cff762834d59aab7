import { addDays, daysBetween, isLocalDate, type LocalDate } from "../calendar/local-date.ts";
import { dayAt, momentOf, type LocalTime, type TimeZone } from "../calendar/time-zone.ts";
import type { ContentLine } from "./content-line.ts";
import { zoneNamed } from "./zones.ts";

/** A DATE is a day and nothing else: no zone can move it (S-11). A DATE-TIME is what a clock shows in a zone. */
export type EventTime = { day: LocalDate; clock: null } | { day: LocalDate; clock: Clock; zone: TimeZone };
type Clock = { time: LocalTime; seconds: number };

/** Says in words what is wrong with one event. */
export class EventError extends Error {}

const VALUE = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?$/i;

/** A DATE without `VALUE=DATE` and a time without a zone are read as they are meant: the cottage's (S-13). */
export function parseTime(
  { name, params, value }: Pick<ContentLine, "name" | "params" | "value">,
  cottage: TimeZone,
  note: (text: string) => void,
): EventTime {
  const [, year, month, date, hour, minute, second = "00", utc] = VALUE.exec(value) ?? [];
  const day = `${year}-${month}-${date}`;
  if (!isLocalDate(day)) throw new EventError(`${name} ${value.slice(0, 40)} is no day of the calendar`);
  if (hour === undefined || minute === undefined || params.get("VALUE")?.toUpperCase() === "DATE")
    return { day, clock: null };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) {
    throw new EventError(`${name} ${value.slice(0, 40)} is no time of day`);
  }
  const clock = { time: `${hour}:${minute}` as LocalTime, seconds: Number(second) }; // two numbers in their bounds
  if (utc) return { day, clock, zone: "UTC" };
  const id = params.get("TZID");
  const zone = id ? zoneNamed(id) : cottage;
  if (!zone) note(`Time zone "${id?.slice(0, 60)}" is unknown and read as the cottage's`);
  return { day, clock, zone: zone ?? cottage };
}

/** Milliseconds since 1970; null for a day. */
export function momentIn(time: EventTime): number | null {
  if (time.clock === null) return null;
  return momentOf(time.day, time.clock.time, time.zone).getTime() + time.clock.seconds * 1000;
}

/** The cottage's day on which it begins. With `start < midnight(N+1) <= end` this gives exactly the nights of S-13. */
export function cottageDay(time: EventTime, cottage: TimeZone): LocalDate {
  const moment = momentIn(time);
  return moment === null || time.clock === null || time.zone === cottage ? time.day : dayAt(new Date(moment), cottage);
}

export function moveDays(time: EventTime, days: number): EventTime {
  return { ...time, day: addDays(time.day, days) };
}

/** Weeks and days behind the `T` too, as some programs write them. */
const DURATION = /^\+?PT?(?:(\d+)W)?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/i;
const DAY_MS = 86_400_000;

/** The end of what lasts so long (RFC 5545 3.3.6): days by the calendar, hours by the clock. */
export function afterDuration(start: EventTime, value: string): EventTime {
  const found = DURATION.exec(value);
  if (!found || value.length > 40) throw new EventError(`DURATION ${value.slice(0, 40)} cannot be read`);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const wholeDays = weeks * 7 + days;
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  if (wholeDays + ms / DAY_MS > 36_500) throw new EventError(`DURATION ${value} is longer than a life`);
  if (start.clock === null) return moveDays(start, wholeDays + Math.floor(ms / DAY_MS));
  const [hour = 0, minute = 0] = start.clock.time.split(":").map(Number);
  const shown = Date.parse(`${start.day}T00:00:00Z`) + ((hour * 60 + minute) * 60 + start.clock.seconds) * 1000 + ms;
  const text = new Date(shown).toISOString();
  const day = addDays(start.day, wholeDays + daysBetween(start.day, text.slice(0, 10) as LocalDate)); // of a moment in these centuries
  return { ...start, day, clock: { time: text.slice(11, 16) as LocalTime, seconds: Number(text.slice(17, 19)) } };
}
