import type { BodyState } from "./bad-reading.ts";
import { type ContentLine, parseLine } from "./content-line.ts";
import type { Effort } from "./effort.ts";

/** S-17. The fetcher enforces this limit. */
export const MAX_FEED_BYTES = 2_000_000;
export const MAX_EVENTS = 5000;
export const MAX_LINE = 64_000;
const MAX_DEPTH = 32;

/** The properties that we read from one VEVENT, without those of its nested components (alarms). */
export type EventLines = { lines: Map<string, ContentLine[]>; broken: string | null };
export type SplitCalendar =
  | { state: "ok"; product: string; method: string; events: EventLines[] }
  | { state: Exclude<BodyState, "ok" | "unchanged"> };

/** Properties of which only the first occurrence per event is kept. */
const ONCE = new Set(
  "UID,DTSTART,DTEND,DURATION,SUMMARY,DESCRIPTION,STATUS,TRANSP,SEQUENCE,RRULE,RECURRENCE-ID".split(","),
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
  let event: EventLines | null = null;
  let calendars = 0;
  const header = { PRODID: "", METHOD: "" };

  for (const line of linesOf(text)) {
    effort.spend(1);
    if (line.length > MAX_LINE) return { state: "too_large" };
    if (line.trim() === "") continue;
    const parsed = parseLine(line.trimStart());
    const part = parsed?.value.toUpperCase() ?? "";
    if (parsed?.name === "BEGIN") {
      if (open.length >= MAX_DEPTH) return { state: "truncated" };
      if (open.length === 0 && part !== "VCALENDAR") return { state: "not_ical" };
      open.push(part);
      if (part === "VEVENT" && open.length === 2) {
        if (events.length === MAX_EVENTS) return { state: "too_many" };
        event = { lines: new Map(), broken: null };
        events.push(event);
      }
    } else if (parsed?.name === "END") {
      const begun = open.lastIndexOf(part);
      if (begun === -1) continue;
      // This END skips a level, so the component in between was not closed.
      if (begun < open.length - 1 && event) event.broken = `${open.at(-1) ?? "A part"} has no end`;
      open.length = begun;
      if (begun === 0) calendars++;
      if (begun <= 1) event = null;
    } else if (open.length === 0) {
      if (calendars === 0) return { state: "not_ical" };
    } else if (open.length === 1 && (parsed?.name === "PRODID" || parsed?.name === "METHOD")) {
      header[parsed.name] ||= parsed.value;
    } else if (event && open.length === 2) {
      keep(event, line, parsed);
    }
  }
  if (open.length > 0) return { state: "truncated" };
  return calendars === 0
    ? { state: "not_ical" }
    : { state: "ok", product: header.PRODID, method: header.METHOD.toUpperCase(), events };
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

function keep(event: EventLines, line: string, parsed: ContentLine | null): void {
  const name = parsed?.name ?? /^\s*([A-Za-z-]+)/.exec(line)?.[1]?.toUpperCase() ?? "";
  const isRepeated = REPEATED.has(name);
  if (!isRepeated && !ONCE.has(name)) return;
  const known = event.lines.get(name);
  if (!parsed) event.broken ??= `The line ${name} cannot be read`;
  else if (!known) event.lines.set(name, [parsed]);
  else if (isRepeated) known.push(parsed);
}
