import type { Stay } from "../booking/stay.ts";

/** One span of closed nights in our calendar, without guest, price or source. */
export type CalendarEvent = {
  uid: string;
  stay: Stay;
  kind: "booked" | "kept";
  /** When these nights or their kind last changed. */
  changedAt: Date;
  /** The SEQUENCE value: how often these nights or their kind have changed (RFC 5545 3.8.7.4). */
  sequence: number;
};

/** The words of Airbnb's calendars ("Reserved", "Airbnb (Not available)"), which the other platforms import too. */
const SUMMARY = { booked: "Reserved", kept: "Not available" } satisfies Record<CalendarEvent["kind"], string>;

/**
 * Our calendar as text (RFC 5545; S-51). There is no METHOD: PUBLISH would require an ORGANIZER, and libical rejects
 * the calendar without one. The same name and events produce the same bytes; the time of writing is not
 * included.
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
    // DTEND is exclusive: the night of the check-out day is not included (RFC 5545 3.6.1).
    `DTEND;VALUE=DATE:${stay.checkOut.replaceAll("-", "")}`,
    `SUMMARY:${SUMMARY[kind]}`,
    "TRANSP:OPAQUE",
    "STATUS:CONFIRMED",
    "END:VEVENT",
  ];
}

/**
 * RFC 5545 3.3.11. Line breaks are escaped. All other control characters are removed, because TEXT values must not
 * contain them, except for tabs, which are not needed here.
 */
function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/[\u0000-\u001f\u007f]/g, "");
}

const LINE_OCTETS = 75;

/**
 * RFC 5545 3.1: a line has at most 75 octets; a continuation line begins with a space. The function never splits a
 * character.
 */
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

/** The length in UTF-8. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
