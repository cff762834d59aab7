import { NO_PARAMS } from "./content-line.ts";
import type { DayNumber } from "./day-number.ts";
import {
  EventError,
  type EventTime,
  inZone,
  momentIn,
  moveDays,
  parseTime,
  type ReadingContext,
  wholeDay,
} from "./event-time.ts";
import type { ParsedEvent, Span } from "./parse-event.ts";
import { MAX_OCCURRENCES, occurrences, type Rule } from "./recurrence.ts";

/** The days within which occurrences are searched for (S-15, S-29). */
export type Horizon = { since: DayNumber; last: DayNumber };

/**
 * The occurrences of a repeating event within the horizon. `exceptions` are the starts of the occurrences that have an
 * event of their own (RECURRENCE-ID).
 */
export function* occurrencesOf(
  event: ParsedEvent,
  exceptions: readonly EventTime[],
  horizon: Horizon,
  context: ReadingContext,
): Generator<Span> {
  // An occurrence that began before the horizon may extend into it.
  const since = horizon.since - (event.end.day - event.start.day);
  const isLeftOut = exclusionOf(event, exceptions, context);
  const seen = new Set<string>();
  for (const span of [...spansOfRule(event, { ...horizon, since }, context), ...event.extra]) {
    if (span.end.day < horizon.since || span.start.day > horizon.last) continue;
    const key = `${span.start.day} ${span.start.clock}`;
    if (seen.has(key) || isLeftOut(span.start)) continue;
    seen.add(key);
    yield span;
  }
}

function spansOfRule(event: ParsedEvent, { since, last }: Horizon, context: ReadingContext): Span[] {
  const { rule, start, endOf } = event;
  if (!rule) return [event];
  // The event itself always takes place, even if UNTIL is before it.
  const lastOfRule = Math.max(start.day, lastDayOf(rule, start, context) ?? last);
  const window = { first: start.day, since, last: Math.min(last, lastOfRule) };
  const days = occurrences(rule, window, context.effort.spend);
  if (days.length >= MAX_OCCURRENCES)
    context.note(`"${event.summary.slice(0, 80)}" repeats very often; only the first ${MAX_OCCURRENCES} days count`);
  return days.map((day) => {
    const first = moveDays(start, day - start.day);
    return { start: first, end: endOf(first) };
  });
}

/**
 * The last day on which an occurrence may begin (UNTIL); null if the rule has no end. An unreadable UNTIL counts as no
 * end, because closing one night too many is safer than closing one too few.
 */
function lastDayOf({ until }: Rule, start: EventTime, context: ReadingContext): DayNumber | null {
  if (until === null) return null;
  try {
    const zone = start.clock === null ? context.zone : start.zone;
    const end = parseTime({ name: "UNTIL", params: NO_PARAMS, value: until }, { ...context, zone });
    if (start.clock === null) return wholeDay(end, context);
    if (end.clock === null) return end.day;
    const shown = inZone(end, start.zone, context.effort);
    return shown.clock >= start.clock ? shown.day : shown.day - 1;
  } catch (error) {
    if (!(error instanceof EventError)) throw error;
    context.note(`${error.message}: treated as having no end`);
    return null;
  }
}

/**
 * EXDATE and RECURRENCE-ID identify an occurrence by its date and time, or only by its date if they have no time or the
 * event is an all-day event.
 */
function exclusionOf(
  event: ParsedEvent,
  exceptions: readonly EventTime[],
  context: ReadingContext,
): (start: EventTime) => boolean {
  const days = new Set<DayNumber>();
  const moments = new Set<number>();
  context.effort.spend(event.excluded.length + exceptions.length);
  for (const time of [...event.excluded, ...exceptions]) {
    if (time.clock === null) days.add(time.day);
    else if (event.start.clock === null) days.add(wholeDay(time, context));
    else moments.add(momentIn(time, context.effort));
  }
  return (start) =>
    days.has(start.day) || (start.clock !== null && moments.size > 0 && moments.has(momentIn(start, context.effort)));
}
