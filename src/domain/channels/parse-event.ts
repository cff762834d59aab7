import { type ContentLine, unescapeText, valuesOf } from "./content-line.ts";
import {
  afterDuration,
  sameLength,
  EventError,
  type EventTime,
  parseTime,
  startsAfter,
  type ReadingContext,
} from "./event-time.ts";
import { parseRule, type Rule } from "./recurrence.ts";
import type { EventLines } from "./split-calendar.ts";

export type Span = { start: EventTime; end: EventTime };

/** A VEVENT before its occurrences are expanded. */
export type ParsedEvent = Span & {
  uid: string;
  sequence: number;
  summary: string;
  description: string;
  /** STATUS:CANCELLED or METHOD:CANCEL: treated as absent (S-14). */
  cancelled: boolean;
  transparent: boolean;
  /** When an occurrence ends that begins at this time. */
  endOf: (start: EventTime) => EventTime;
  rule: Rule | null;
  /** RDATE. */
  extra: Span[];
  /** EXDATE. */
  excluded: EventTime[];
  /** The occurrence of a repeating event that this event replaces. */
  recurrenceId: EventTime | null;
  /** RANGE=THISANDFUTURE: it also replaces all later occurrences. */
  andFuture: boolean;
};

export function uidOf({ lines }: EventLines): string {
  return cut(lines.get("UID")?.[0]?.value ?? "", 500);
}

/** A character of which half is cut off becomes U+FFFD, as in the database, so that the text is the same next time. */
const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();

export function parseEvent(event: EventLines, context: ReadingContext): ParsedEvent {
  const { lines, broken } = event;
  if (broken) throw new EventError(broken);
  const one = (name: string) => lines.get(name)?.[0];
  const startLine = one("DTSTART");
  if (!startLine) throw new EventError("It has no DTSTART");
  const isWholeDay = one("X-MICROSOFT-CDO-ALLDAYEVENT")?.value.toUpperCase() === "TRUE";
  const timeOf = (line: ContentLine) => (isWholeDay ? dayOnly(parseTime(line, context)) : parseTime(line, context));
  const start = timeOf(startLine);
  const endLine = one("DTEND");
  const duration = one("DURATION");
  // Without an end, one night (S-12).
  const lasting = (from: EventTime) => afterDuration(from, duration?.value ?? "P1D", context.effort);
  const end = endLine ? timeOf(endLine) : lasting(start);
  if (startsAfter(start, end, context)) throw new EventError("It ends before it begins");
  const recurrenceLine = one("RECURRENCE-ID");
  const rule = one("RRULE")?.value;
  const endOf = endLine ? sameLength(start, end, context.effort) : lasting;
  return {
    uid: uidOf(event),
    sequence: Number(/^\d{1,15}$/.exec(one("SEQUENCE")?.value ?? "")?.[0] ?? 0),
    summary: cut(unescapeText(one("SUMMARY")?.value ?? ""), 500),
    description: cut(unescapeText(one("DESCRIPTION")?.value ?? ""), 4000),
    cancelled: one("STATUS")?.value.toUpperCase() === "CANCELLED",
    transparent: one("TRANSP")?.value.toUpperCase() === "TRANSPARENT",
    start,
    end,
    endOf,
    rule: rule === undefined ? null : parseRule(rule),
    extra: Array.from(valuesOf(lines, "RDATE"), (line) => extraSpan({ start, endOf }, line, context)),
    excluded: Array.from(valuesOf(lines, "EXDATE"), (line) => parseTime(line, context)),
    recurrenceId: recurrenceLine ? parseTime(recurrenceLine, context) : null,
    andFuture: recurrenceLine?.params.get("RANGE")?.toUpperCase() === "THISANDFUTURE",
  };
}

/** Outlook writes the days of an all-day event as midnights in the zone of its user, which need not be the property's. */
function dayOnly(time: EventTime): EventTime {
  return time.clock === 0 ? { day: time.day, clock: null } : time;
}

/**
 * An RDATE is a date, a date with a time, or a period (`start/end`, `start/duration`). Parts that are missing are taken
 * from the event.
 */
function extraSpan(event: Pick<ParsedEvent, "start" | "endOf">, line: ContentLine, context: ReadingContext): Span {
  const [startText = "", endText] = line.value.split("/");
  const given = parseTime({ ...line, value: startText }, context);
  const start = given.clock === null || event.start.clock === null ? { ...event.start, day: given.day } : given;
  if (endText === undefined) return { start, end: event.endOf(start) };
  const end = /^[+-]?P/i.test(endText)
    ? afterDuration(start, endText, context.effort)
    : parseTime({ ...line, value: endText }, context);
  if (startsAfter(start, end, context)) throw new EventError("A period in its RDATE ends before it begins");
  return { start, end };
}
