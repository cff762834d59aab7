import type { Stay } from "../booking/stay.ts";
import { epochDay, type LocalDate } from "../calendar/local-date.ts";
import { canonicalTimeZone, type TimeZone } from "../calendar/time-zone.ts";
import type { BodyState } from "./bad-reading.ts";
import { FIRST_DAY, LAST_DAY, localDateOf } from "./day-number.ts";
import { createEffort, type Effort, TooMuchWork } from "./effort.ts";
import {
  EventError,
  type EventTime,
  moveDays,
  propertyDay,
  type ReadingContext,
  startsAfter,
  writtenLike,
} from "./event-time.ts";
import { occurrencesOf } from "./expand-event.ts";
import { parseEvent, type ParsedEvent, type Span, uidOf } from "./parse-event.ts";
import { UnreadableRule } from "./recurrence.ts";
import { type EventLines, splitCalendar } from "./split-calendar.ts";
import { createZoneNames } from "./zones.ts";

/** One event, or one occurrence of a repeating event, as nights at the property. */
export type ReadEvent = Stay &
  Pick<ParsedEvent, "uid" | "sequence" | "summary" | "description" | "cancelled" | "transparent"> & {
    /** The day that identifies one occurrence of a repeating event; empty for a single event. */
    occurrence: string;
  };
export type Reading =
  | {
      state: "ok";
      product: string;
      events: ReadEvent[];
      errors: string[];
      /** The UIDs of the events that cannot be read; empty for an event without a UID. */
      unreadable: string[];
      notes: string[];
    }
  | { state: Exclude<BodyState, "ok" | "unchanged"> };

/** The window for events; repeating events are expanded only within it (S-15, S-29). */
export type Horizon = { zone: TimeZone; today: LocalDate };
export const AHEAD_DAYS = 730;
/** Clocks change at least once within this time, before an event begins and after it ends. */
const CLOCK_CHANGE_DAYS = 800;

const MAX_ERRORS = 50;
const MAX_MOVED_DAYS = 366;

/**
 * Reads a calendar event by event. `text` is unfolded and decoded. A calendar that exceeds a limit of `effort.ts` is
 * rejected as a whole, so it cannot release any nights.
 */
export function readCalendar(text: string, horizon: Horizon, effort: Effort = createEffort()): Reading {
  try {
    return readWithin(effort, text, horizon);
  } catch (error) {
    if (error instanceof TooMuchWork) return { state: error.state };
    throw error;
  }
}

function readWithin(effort: Effort, text: string, { zone, today }: Horizon): Reading {
  const split = splitCalendar(text, effort);
  if (split.state !== "ok") return split;
  const day = epochDay(today);
  const days = { since: day - 2, last: day + AHEAD_DAYS + 1 };
  const notes = new Set<string>();
  const context: ReadingContext = {
    // Zone names from the calendar are converted to their canonical form too, so times in the same zone need no
    // conversion.
    zone: canonicalTimeZone(zone) ?? zone,
    zoneNamed: createZoneNames(
      split.zones,
      { since: days.since - CLOCK_CHANGE_DAYS, last: days.last + CLOCK_CHANGE_DAYS },
      effort,
    ),
    note: (note) => void (notes.size < MAX_ERRORS && notes.add(note)),
    effort,
  };
  const errors: string[] = [];
  const unreadable = new Set<string>();
  const masters: ParsedEvent[] = [];
  const exceptions: ParsedEvent[] = [];
  for (const [n, lines] of split.events.entries()) {
    try {
      const parsed = parseEvent(lines, context);
      parsed.cancelled ||= lines.calendar.method === "CANCEL";
      (parsed.recurrenceId ? exceptions : masters).push(parsed);
    } catch (error) {
      errors.push(describe(error, lines, n));
      unreadable.add(uidOf(lines));
    }
  }
  const exceptionsByUid = Map.groupBy(exceptions, ({ uid }) => uid);
  const events: ReadEvent[] = [];
  const add = (event: ParsedEvent, span: Span, occurrence: string) => {
    const found = nightsOf(event, span, occurrence, context);
    if (found) events.push(found);
  };
  for (const master of masters) {
    if (master.rule === null && master.extra.length === 0) {
      add(master, master, "");
      continue;
    }
    const replacing = exceptionsByUid.get(master.uid) ?? [];
    const replaced = replacing.flatMap(({ recurrenceId }) => recurrenceId ?? []);
    const changes = laterChanges(master, replacing, context);
    // An occurrence outside the window may be moved into it, or now last until it begins.
    const moved = Math.max(0, ...changes.map(({ days: by }) => Math.abs(by)));
    const longest = Math.max(0, ...changes.map(({ event }) => event.end.day - event.start.day));
    const wider = { since: days.since - moved - longest, last: days.last + moved };
    for (const span of occurrencesOf(master, replaced, wider, context)) {
      const change = changes.find(({ from }) => !startsAfter(from, span.start, context));
      const occurrence = localDateOf(propertyDay(span.start, context));
      if (change) add(change.event, movedSpan(change, span), occurrence);
      else add(master, span, occurrence);
    }
  }
  for (const exception of exceptions) {
    add(exception, exception, localDateOf(propertyDay(exception.recurrenceId ?? exception.start, context)));
  }
  return {
    state: "ok",
    product: split.product,
    events,
    errors: errors.slice(0, MAX_ERRORS),
    unreadable: [...unreadable],
    notes: [...notes],
  };
}

/** A change of one occurrence and all later ones. `days`: how many days later they now begin. */
type LaterChange = { event: ParsedEvent; from: EventTime; days: number };

/** The latest change first: it is the one that applies. Moves of more than a year are typing errors. */
function laterChanges(
  { start }: ParsedEvent,
  exceptions: readonly ParsedEvent[],
  context: ReadingContext,
): LaterChange[] {
  return exceptions
    .flatMap((event) => {
      if (!event.andFuture || !event.recurrenceId) return [];
      const from = writtenLike(start, event.recurrenceId, context);
      return [{ event, from, days: event.start.day - from.day }];
    })
    .filter(({ days }) => Math.abs(days) <= MAX_MOVED_DAYS)
    .sort((a, b) => (startsAfter(a.from, b.from, context) ? -1 : 1));
}

/** The occurrence with the new time and length. */
function movedSpan({ event, days }: LaterChange, { start }: Span): Span {
  const first = moveDays(event.start, start.day + days - event.start.day);
  return { start: first, end: event.endOf(first) };
}

/**
 * Null for a timed event that ends on the day it begins: it occupies no night (S-13). An all-day event that ends on its
 * first day occupies one night (S-12).
 */
function nightsOf(
  event: ParsedEvent,
  { start, end }: Span,
  occurrence: string,
  context: ReadingContext,
): ReadEvent | null {
  const first = propertyDay(start, context);
  let last = propertyDay(end, context);
  if (start.clock === null && last <= first) last = first + 1;
  if (last <= first) {
    context.note(
      `Ignored, because it starts and ends on the same day: "${event.summary.slice(0, 80)}" on ${localDateOf(first)}`,
    );
    return null;
  }
  context.effort.countOccurrence();
  const { uid, sequence, summary, description, cancelled, transparent } = event;
  const stay = {
    checkIn: localDateOf(Math.min(first, LAST_DAY - 1)),
    checkOut: localDateOf(Math.max(last, FIRST_DAY + 1)),
  };
  return { uid, occurrence, sequence, summary, description, cancelled, transparent, ...stay };
}

function describe(error: unknown, { lines }: EventLines, n: number): string {
  if (!(error instanceof EventError) && !(error instanceof UnreadableRule)) throw error;
  const name = lines.get("SUMMARY")?.[0]?.value ?? lines.get("UID")?.[0]?.value ?? `Event ${n + 1}`;
  return `"${name.slice(0, 80)}": ${error.message}`;
}
