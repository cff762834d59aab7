import type { Stay } from "../booking/stay.ts";
import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { TimeZone } from "../calendar/time-zone.ts";
import type { BodyState } from "./body-state.ts";
import { unescapeText } from "./content-line.ts";
import { afterDuration, cottageDay, EventError, type EventTime, momentIn, moveDays, parseTime } from "./event-time.ts";
import { MAX_OCCURRENCES, occurrences, parseRule, UnreadableRule } from "./recurrence.ts";
import { type EventLines, splitCalendar } from "./split-calendar.ts";

/** One event, or one occurrence of a repeating one, as nights of the cottage. */
export type ReadEvent = Stay & {
  uid: string;
  /** The day that names an occurrence of a repeating event; empty for an event that stands alone. */
  occurrence: string;
  sequence: number;
  summary: string;
  description: string;
  /** STATUS:CANCELLED or METHOD:CANCEL: as good as absent (S-14). */
  cancelled: boolean;
  transparent: boolean;
};
export type Reading =
  | { state: "ok"; product: string; events: ReadEvent[]; errors: string[]; notes: string[] }
  | { state: Exclude<BodyState, "ok" | "unchanged"> };

/** Where events are looked for: repeating ones only there (S-15, S-29). */
export type Horizon = { zone: TimeZone; today: LocalDate };
export const AHEAD_DAYS = 730;

const MAX_ERRORS = 50;

/** Reads a calendar, each event by itself. `text` is unfolded and decoded. Never throws. */
export function readCalendar(text: string, horizon: Horizon): Reading {
  const split = splitCalendar(text);
  if (split.state !== "ok") return split;
  const errors: string[] = [];
  const notes = new Set<string>();
  const masters: Parsed[] = [];
  const exceptions = new Map<string, Parsed[]>();
  for (const [n, lines] of split.events.entries()) {
    try {
      const parsed = parseEvent(lines, horizon.zone, (note) => notes.add(note));
      parsed.cancelled ||= split.method === "CANCEL";
      if (parsed.recurrenceId) exceptions.set(parsed.uid, [...(exceptions.get(parsed.uid) ?? []), parsed]);
      else masters.push(parsed);
    } catch (error) {
      errors.push(describe(error, lines, n));
    }
  }
  const events: ReadEvent[] = [];
  for (const master of masters) {
    try {
      for (const event of expand(master, exceptions.get(master.uid) ?? [], horizon, notes)) events.push(event);
    } catch (error) {
      errors.push(describeOf(error, master.uid || master.summary));
    }
  }
  for (const exception of [...exceptions.values()].flat()) {
    const event = nightsOf(
      exception,
      exception.start,
      exception.end,
      horizon.zone,
      idOf(exception, horizon.zone),
      notes,
    );
    if (event) events.push(event);
  }
  return {
    state: "ok",
    product: split.product,
    events,
    errors: errors.slice(0, MAX_ERRORS),
    notes: [...notes].slice(0, MAX_ERRORS),
  };
}

type Parsed = Omit<ReadEvent, keyof Stay | "occurrence"> & {
  start: EventTime;
  end: EventTime;
  rule: string | null;
  extra: EventTime[];
  left: EventTime[];
  recurrenceId: EventTime | null;
};

function parseEvent({ lines, broken }: EventLines, zone: TimeZone, note: (text: string) => void): Parsed {
  if (broken) throw new EventError(broken);
  const one = (name: string) => lines.get(name)?.[0];
  const times = (name: string) =>
    (lines.get(name) ?? []).flatMap((line) =>
      line.value
        .split(",")
        .slice(0, MAX_OCCURRENCES)
        .map((value) => parseTime({ ...line, value: value.trim().split("/")[0] ?? "" }, zone, note)),
    );
  const startLine = one("DTSTART");
  if (!startLine) throw new EventError("It has no DTSTART");
  const start = parseTime(startLine, zone, note);
  const endLine = one("DTEND");
  const duration = one("DURATION");
  const end = endLine ? parseTime(endLine, zone, note) : duration ? afterDuration(start, duration.value) : start;
  if ((momentIn(end) ?? end.day) < (momentIn(start) ?? start.day) || end.day < addDays(start.day, -1)) {
    throw new EventError("It ends before it begins");
  }
  const recurrenceLine = one("RECURRENCE-ID");
  return {
    uid: (one("UID")?.value ?? "").slice(0, 500),
    sequence: Number(/^\d{1,9}$/.exec(one("SEQUENCE")?.value ?? "")?.[0] ?? 0),
    summary: unescapeText(one("SUMMARY")?.value ?? "").slice(0, 500),
    description: unescapeText(one("DESCRIPTION")?.value ?? "").slice(0, 4000),
    cancelled: one("STATUS")?.value.toUpperCase() === "CANCELLED",
    transparent: one("TRANSP")?.value.toUpperCase() === "TRANSPARENT",
    start,
    end,
    rule: one("RRULE")?.value ?? null,
    extra: times("RDATE"),
    left: times("EXDATE"),
    recurrenceId: recurrenceLine ? parseTime(recurrenceLine, zone, note) : null,
  };
}

function* expand(
  event: Parsed,
  exceptions: Parsed[],
  { zone, today }: Horizon,
  notes: Set<string>,
): Generator<ReadEvent> {
  if (event.rule === null && event.extra.length === 0) {
    const found = nightsOf(event, event.start, event.end, zone, "", notes);
    if (found) yield found;
    return;
  }
  const length = daysBetween(event.start.day, event.end.day);
  const since = addDays(today, -2 - length);
  const days = event.rule
    ? occurrences(parseRule(event.rule), event.start.day, since, addDays(today, AHEAD_DAYS + 1))
    : [event.start.day];
  if (days.length >= MAX_OCCURRENCES)
    notes.add(`"${event.summary}" repeats without end; its first ${MAX_OCCURRENCES} days count`);
  const left = new Set(
    [...event.left, ...exceptions.flatMap((one) => (one.recurrenceId ? [one.recurrenceId] : []))].map((time) =>
      cottageDay(time, zone),
    ),
  );
  const all = new Set([...days, ...event.extra.map((time) => time.day).filter((day) => day >= since)]);
  for (const day of all) {
    const move = daysBetween(event.start.day, day);
    const start = moveDays(event.start, move);
    const occurrence = cottageDay(start, zone);
    if (left.has(occurrence)) continue;
    const found = nightsOf(event, start, moveDays(event.end, move), zone, occurrence, notes);
    if (found) yield found;
  }
}

function idOf({ recurrenceId, start }: Parsed, zone: TimeZone): string {
  return cottageDay(recurrenceId ?? start, zone);
}

/** Null for what is over on the day on which it begins: it takes no night (S-13). A whole day without end takes one (S-12). */
function nightsOf(
  event: Parsed,
  start: EventTime,
  end: EventTime,
  zone: TimeZone,
  occurrence: string,
  notes: Set<string>,
): ReadEvent | null {
  const checkIn = cottageDay(start, zone);
  let checkOut = cottageDay(end, zone);
  if (start.clock === null && checkOut <= checkIn) checkOut = addDays(checkIn, 1);
  if (checkOut <= checkIn) {
    notes.add(`Ignored, same day: "${event.summary.slice(0, 80)}" on ${checkIn}`);
    return null;
  }
  const { uid, sequence, summary, description, cancelled, transparent } = event;
  return { uid, occurrence, sequence, summary, description, cancelled, transparent, checkIn, checkOut };
}

function describe(error: unknown, { lines }: EventLines, n: number): string {
  const name = lines.get("SUMMARY")?.[0]?.value ?? lines.get("UID")?.[0]?.value ?? "";
  return describeOf(error, name ? `${name.slice(0, 80)}` : `Event ${n + 1}`);
}

function describeOf(error: unknown, name: string): string {
  if (error instanceof EventError || error instanceof UnreadableRule) return `"${name.slice(0, 80)}": ${error.message}`;
  // A day beyond the years that we know, met while counting on.
  if (error instanceof RangeError) return `"${name.slice(0, 80)}": its days are beyond the calendar`;
  throw error;
}
