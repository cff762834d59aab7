import { momentByOffset, momentShowing, shownAt, type TimeZone } from "../calendar/time-zone.ts";
import type { ContentLine } from "./content-line.ts";
import { DAY_MS, type DayNumber, dayNumber } from "./day-number.ts";
import { type Effort, STEPS } from "./effort.ts";

/** A DATE is a plain day, which no time zone can shift (S-11). A DATE-TIME is a local time in a zone. */
export type EventTime = AllDay | Timed;
type AllDay = { day: DayNumber; clock: null };
/** `clock`: milliseconds after midnight. `floating`: written without a zone. */
export type Timed = { day: DayNumber; clock: number; zone: EventZone; floating?: boolean };
export type EventZone = TimeZone | DefinedZone;

/**
 * A zone that the calendar describes itself, under a name that only its writer knows, such as Outlook's "Customized Time
 * Zone".
 */
export type DefinedZone = {
  /** The milliseconds by which its local time is ahead of UTC. */
  offsetAt: (moment: number) => number;
};

/** The information needed to parse a time; `zone` applies to times without a zone and is usually the property's. */
export type ReadingContext = {
  zone: EventZone;
  zoneNamed: (id: string) => EventZone | null;
  note: (text: string) => void;
  effort: Effort;
};

/** An error in a single event; the message says what is wrong with it. */
export class EventError extends Error {}

/** Also accepts hyphens and colons, as in `2026-12-24T15:00`, which some programs write. */
const VALUE = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(Z)?)?$/i;
/** The first full year of the Gregorian calendar. */
const FIRST_YEAR = 1583;

/** A DATE without `VALUE=DATE` is accepted, and a time without a zone is taken as the property's local time (S-13). */
export function parseTime(
  { name, params, value }: Pick<ContentLine, "name" | "params" | "value">,
  context: ReadingContext,
): EventTime {
  context.effort.spend(1);
  const [, year, month, date, hour, minute, second = "00", utc] = VALUE.exec(value) ?? [];
  const day = dayNumber(Number(year), Number(month), Number(date));
  const shown = `${name} ${value.slice(0, 40)}`;
  if (day === null) throw new EventError(`${shown} is not a valid date`);
  if (Number(year) < FIRST_YEAR) throw new EventError(`${shown} is before the year ${FIRST_YEAR}`);
  if (hour === undefined || minute === undefined || params.get("VALUE")?.toUpperCase() === "DATE")
    return { day, clock: null };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) {
    throw new EventError(`${shown} is not a time of day`);
  }
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const id = params.get("TZID");
  return { day, clock, zone: utc ? "UTC" : zoneOf(id, context), floating: !utc && !id };
}

function zoneOf(id: string | undefined, { zone, zoneNamed, note }: ReadingContext): EventZone {
  const named = id ? zoneNamed(id) : zone;
  if (!named) note(`Time zone "${id?.slice(0, 60)}" is unknown; using the property's instead`);
  return named ?? zone;
}

/** Milliseconds since 1970. */
export function momentIn({ day, clock, zone }: Timed, effort: Effort): number {
  const shown = day * DAY_MS + clock;
  if (zone === "UTC") return shown;
  effort.spend(STEPS.timeInZone);
  return typeof zone === "string" ? momentShowing(shown, zone) : momentByOffset(shown, zone.offsetAt);
}

export function inZone(time: Timed, zone: EventZone, effort: Effort): Timed {
  if (time.zone === zone) return time;
  const moment = momentIn(time, effort);
  effort.spend(STEPS.timeInZone);
  return { ...splitDays(shownIn(zone, moment)), zone };
}

function shownIn(zone: EventZone, moment: number): number {
  if (zone === "UTC") return moment;
  return typeof zone === "string" ? shownAt(moment, zone) : moment + zone.offsetAt(moment);
}

/**
 * The date at the property at this time. An event with times occupies the nights from the date of its start up to, but
 * not including, the date of its end, as S-13 requires.
 */
export function propertyDay(time: EventTime, { zone, effort }: ReadingContext): DayNumber {
  return time.clock === null ? time.day : inZone(time, zone, effort).day;
}

/** The day meant by a time in an all-day event; many programs write such days as midnight in UTC. */
export function wholeDay(time: EventTime, context: ReadingContext): DayNumber {
  return time.clock === 0 && time.zone === "UTC" ? time.day : propertyDay(time, context);
}

/** The same time in the zone of `start`, or its day if `start` has no time: many programs write RECURRENCE-ID in UTC. */
export function writtenLike(start: EventTime, time: EventTime, context: ReadingContext): EventTime {
  if (time.clock === null) return time;
  if (start.clock === null) return { day: wholeDay(time, context), clock: null };
  return inZone(time, start.zone, context.effort);
}

export function moveDays(time: EventTime, days: number): EventTime {
  return { ...time, day: time.day + days };
}

export function startsAfter(a: EventTime, b: EventTime, context: ReadingContext): boolean {
  if (a.clock !== null && b.clock !== null) {
    if (a.zone === b.zone) return a.day * DAY_MS + a.clock > b.day * DAY_MS + b.clock;
    return momentIn(a, context.effort) > momentIn(b, context.effort);
  }
  return propertyDay(a, context) > propertyDay(b, context);
}

/** Also accepts weeks and days after the `T`, as some programs write them. */
const DURATION = /^\+?PT?(?:(\d+)W)?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/i;
const LONGEST_DAYS = 36_500;

/** The end of an event with this duration: weeks and days end at the same local time, hours are exact (RFC 5545 3.3.6). */
export function afterDuration(start: EventTime, value: string, effort: Effort): EventTime {
  const found = value.length > 40 ? null : DURATION.exec(value);
  if (!found) throw new EventError(`DURATION ${value.slice(0, 40)} cannot be read`);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  if ((weeks * 7 + days) * DAY_MS + ms > LONGEST_DAYS * DAY_MS)
    throw new EventError(`DURATION ${value} is longer than ${LONGEST_DAYS} days`);
  const sameTime = moveDays(start, weeks * 7 + days);
  return ms === 0 ? sameTime : afterMs(sameTime, ms, effort);
}

/** The result is a local time in the zone of `start`. A floating time is on no clock that changes. */
function afterMs(start: EventTime, ms: number, effort: Effort): EventTime {
  if (start.clock === null) return moveDays(start, Math.floor(ms / DAY_MS));
  const shown = start.floating
    ? start.day * DAY_MS + start.clock + ms
    : shownIn(start.zone, momentIn(start, effort) + ms);
  return { ...start, ...splitDays(shown) };
}

/**
 * Returns the end of an occurrence from its start. All occurrences of an event with DTEND last exactly as long as the
 * first, so they end at another local time if the clocks change in between (RFC 5545 3.8.5.3).
 */
export function sameLength(start: EventTime, end: EventTime, effort: Effort): (from: EventTime) => EventTime {
  if (start.clock === null || end.clock === null) return (from) => moveDays(end, from.day - start.day);
  const momentOf = (time: Timed) => momentIn(start.floating && end.floating ? { ...time, zone: "UTC" } : time, effort);
  let ms: number | undefined;
  return (from) => afterMs(from, (ms ??= momentOf(end) - momentOf(start)), effort);
}

function splitDays(shown: number): { day: DayNumber; clock: number } {
  const day = Math.floor(shown / DAY_MS);
  return { day, clock: shown - day * DAY_MS };
}
