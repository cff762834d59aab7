import type { BodyState } from "./bad-reading.ts";
import { type ContentLine, parseLine, unescapeText } from "./content-line.ts";
import type { Effort } from "./effort.ts";

/** S-17. The fetcher enforces this limit. */
export const MAX_FEED_BYTES = 2_000_000;
export const MAX_EVENTS = 5000;
export const MAX_LINE = 64_000;
const MAX_DEPTH = 32;

/**
 * The properties that we read from one VEVENT, without those of its nested components (alarms). `calendar` is the
 * VCALENDAR that contains it: a file may contain several, each with a METHOD of its own.
 */
export type EventLines = {
  lines: Lines;
  broken: string | null;
  calendar: { readonly method: string };
};
/** A VTIMEZONE. Each part is one of its STANDARD or DAYLIGHT components. */
export type ZoneLines = { id: string; parts: Lines[] };
export type Lines = Map<string, ContentLine[]>;
export type SplitCalendar =
  | { state: "ok"; product: string; events: EventLines[]; zones: ZoneLines[] }
  | { state: Exclude<BodyState, "ok" | "unchanged"> };

/** Properties of which only the first occurrence per event is kept. */
const ONCE = new Set(
  [
    "UID,DTSTART,DTEND,DURATION,SUMMARY,DESCRIPTION,STATUS,TRANSP,SEQUENCE,RRULE,RECURRENCE-ID",
    "X-MICROSOFT-CDO-ALLDAYEVENT,TZOFFSETFROM,TZOFFSETTO",
  ].flatMap((names) => names.split(",")),
);
const REPEATED = new Set(["RDATE", "EXDATE"]);

/**
 * Splits a calendar into its events without trusting any of them: an unreadable line invalidates only its own event,
 * but an incomplete calendar is invalid as a whole (S-10). `text` is already unfolded.
 */
export function splitCalendar(text: string, effort: Effort): SplitCalendar {
  if (text.trim() === "") return { state: "empty_body" };
  const open: string[] = [];
  const events: EventLines[] = [];
  const zones: ZoneLines[] = [];
  let event: EventLines | null = null;
  let zone: ZoneLines | null = null;
  let calendars = 0;
  let product = "";
  let calendar = { method: "" };

  for (const line of linesOf(text)) {
    effort.spend(1);
    if (line.length > MAX_LINE) return { state: "too_large" };
    if (line.trim() === "") continue;
    const parsed = parseLine(line.trimStart());
    const part = parsed?.value.toUpperCase() ?? "";
    if (parsed?.name === "BEGIN") {
      if (open.length >= MAX_DEPTH) return { state: "truncated" };
      if (open.length === 0 && part !== "VCALENDAR") return { state: "not_ical" };
      // The calendar before this one has no end.
      if (open.length > 0 && part === "VCALENDAR") return { state: "truncated" };
      // No other component contains an event, so the one before has no end; the event must not be lost with it.
      if (part === "VEVENT" && open.length > 1) {
        if (event) event.broken ??= "VEVENT has no end";
        event = zone = null;
        open.length = 1;
      }
      open.push(part);
      if (part === "VCALENDAR") calendar = { method: "" };
      if (part === "VEVENT" && open.length === 2) {
        if (events.length === MAX_EVENTS) return { state: "too_many" };
        event = { lines: new Map(), broken: null, calendar };
        events.push(event);
      }
      if (part === "VTIMEZONE" && open.length === 2) {
        zone = { id: "", parts: [] };
        zones.push(zone);
      }
      if (zone && open.length === 3) zone.parts.push(new Map());
    } else if (parsed?.name === "END") {
      const begun = open.lastIndexOf(part);
      if (begun === -1) continue;
      // This END skips a level, so the component in between was not closed.
      if (begun < open.length - 1 && event) event.broken = `${open.at(-1) ?? "A part"} has no end`;
      open.length = begun;
      if (begun === 0) calendars++;
      if (begun <= 1) event = zone = null;
    } else if (open.length === 0) {
      if (calendars === 0) return { state: "not_ical" };
    } else if (open.length === 1 && parsed) {
      if (parsed.name === "PRODID") product ||= parsed.value;
      if (parsed.name === "METHOD") calendar.method ||= parsed.value.toUpperCase();
    } else if (event && open.length === 2) {
      if (!keep(event.lines, line, parsed)) event.broken ??= `The line ${nameOf(line)} cannot be read`;
    } else if (zone && open.length === 2) {
      if (parsed?.name === "TZID") zone.id ||= unescapeText(parsed.value);
    } else if (zone && open.length === 3) {
      keep(zone.parts.at(-1) ?? new Map(), line, parsed);
    }
  }
  if (open.length > 0) return { state: "truncated" };
  return calendars === 0 ? { state: "not_ical" } : { state: "ok", product, events, zones };
}

/** A generator, because a list of all lines of a hostile file would take more memory than the file. */
function* linesOf(text: string): Generator<string> {
  const lineEnd = /\r\n|\r|\n/g;
  let from = 0;
  for (let end = lineEnd.exec(text); end; end = lineEnd.exec(text)) {
    yield text.slice(from, end.index);
    from = lineEnd.lastIndex;
  }
  yield text.slice(from);
}

/** False if the line is one of those that we need, but cannot be read. */
function keep(lines: Lines, line: string, parsed: ContentLine | null): boolean {
  const name = parsed?.name ?? nameOf(line);
  const isRepeated = REPEATED.has(name);
  if (!isRepeated && !ONCE.has(name)) return true;
  if (!parsed) return false;
  const known = lines.get(name);
  if (!known) lines.set(name, [parsed]);
  else if (isRepeated) known.push(parsed);
  return true;
}

function nameOf(line: string): string {
  return /^\s*([A-Za-z-]+)/.exec(line)?.[1]?.toUpperCase() ?? "";
}
