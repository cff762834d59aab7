import { type ContentLine, NO_PARAMS, valuesOf } from "./content-line.ts";
import { DAY_MS, type DayNumber } from "./day-number.ts";
import type { Effort } from "./effort.ts";
import { type DefinedZone, EventError, momentIn, parseTime, type ReadingContext } from "./event-time.ts";
import { occurrences, parseRule, UnreadableRule } from "./recurrence.ts";
import type { Lines, ZoneLines } from "./split-calendar.ts";

/** The days for which the clock changes are computed. */
export type Days = { since: DayNumber; last: DayNumber };
type Change = { moment: number; offset: number };

/** The zone that a VTIMEZONE describes (RFC 5545 3.6.5); null if none of its parts can be read. */
export function definedZone({ parts }: ZoneLines, days: Days, effort: Effort): DefinedZone | null {
  const changes = parts.flatMap((part) => changesOf(part, days, effort)).sort((a, b) => a.moment - b.moment);
  const [first] = changes;
  if (!first) return null;
  return {
    offsetAt: (moment) => {
      effort.spend(changes.length);
      return (changes.findLast((change) => change.moment <= moment) ?? first).offset;
    },
  };
}

/** When clocks change to this part of the zone (STANDARD or DAYLIGHT): the first time, and every time within the days. */
function changesOf(part: Lines, days: Days, effort: Effort): Change[] {
  const valueOf = (name: string) => part.get(name)?.[0]?.value;
  const offset = offsetMs(valueOf("TZOFFSETTO"));
  const start = valueOf("DTSTART");
  if (offset === null || start === undefined) return [];
  const before = offsetMs(valueOf("TZOFFSETFROM")) ?? offset;
  const context: ReadingContext = { zone: "UTC", zoneNamed: () => null, note: () => {}, effort };
  const moment = (line: Pick<ContentLine, "name" | "value">) => {
    const time = parseTime({ ...line, params: NO_PARAMS }, context);
    return time.clock === null ? time.day * DAY_MS : momentIn(time, effort);
  };
  try {
    const first = moment({ name: "DTSTART", value: start });
    const listed = Array.from(valuesOf(part, "RDATE"), moment);
    const moments = [first, ...listed, ...ruleMoments(valueOf("RRULE"), first, days, effort)];
    const until = /;UNTIL=([^;]+)/i.exec(`;${valueOf("RRULE") ?? ""}`)?.[1];
    // UNTIL is in UTC, the others are in the local time before the change.
    const last = until === undefined ? Number.POSITIVE_INFINITY : moment({ name: "UNTIL", value: until }) + before;
    return moments.filter((shown) => shown <= last).map((shown) => ({ moment: shown - before, offset }));
  } catch (error) {
    if (error instanceof EventError || error instanceof UnreadableRule) return [];
    throw error;
  }
}

function ruleMoments(rule: string | undefined, first: number, { since, last }: Days, effort: Effort): number[] {
  if (rule === undefined) return [];
  const day = Math.floor(first / DAY_MS);
  return occurrences(parseRule(rule), { first: day, since, last }, effort.spend).map((n) => first + (n - day) * DAY_MS);
}

/** `+0530` or `-043000` (RFC 5545 3.3.14). */
function offsetMs(text = ""): number | null {
  const [, sign, hours, minutes, seconds = "0"] = /^([+-])(\d\d):?(\d\d)(\d\d)?$/.exec(text) ?? [];
  if (sign === undefined) return null;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return ms > DAY_MS ? null : sign === "-" ? -ms : ms;
}
