import type { Stay } from "../booking/stay.ts";

/** One span of nights in our own calendar: nothing about who, for how much, or through whom. */
export type CalendarEvent = {
  uid: string;
  stay: Stay;
  kind: "booked" | "kept";
  /** When these nights last changed. */
  changedAt: Date;
  /** How often they have changed (RFC 5545 3.8.7.4). */
  sequence: number;
};

/** The two texts that Airbnb's own calendar uses, which every platform is known to read. */
const SUMMARY = { booked: "Reserved", kept: "Not available" } satisfies Record<CalendarEvent["kind"], string>;

/**
 * Our calendar as text (RFC 5545; S-51). No METHOD: with PUBLISH it would need an ORGANIZER, and libical refuses it.
 * The same events give the same bytes: nothing in here is the moment of writing.
 */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Latchkey//Calendar 1//EN",
    "CALSCALE:GREGORIAN",
    `X-WR-CALNAME:${escapeText(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    "X-PUBLISHED-TTL:PT15M",
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function eventLines({ uid, stay, kind, changedAt, sequence }: CalendarEvent): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${changedAt.toISOString().replace(/[-:]|\.\d+/g, "")}`,
    `SEQUENCE:${sequence}`,
    `DTSTART;VALUE=DATE:${stay.checkIn.replaceAll("-", "")}`,
    // The day of leaving: its night is free (RFC 5545 3.6.1, DTEND is not included).
    `DTEND;VALUE=DATE:${stay.checkOut.replaceAll("-", "")}`,
    `SUMMARY:${SUMMARY[kind]}`,
    "TRANSP:OPAQUE",
    "STATUS:CONFIRMED",
    "END:VEVENT",
  ];
}

/** RFC 5545 3.3.11. Other control characters have no place in a text at all. */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/[\u0000-\u001f\u007f]/g, "");
}

const LINE_OCTETS = 75;

/** RFC 5545 3.1: a line has at most 75 octets, and what follows begins with a blank. Characters are never cut in two. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

/** In UTF-8. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
