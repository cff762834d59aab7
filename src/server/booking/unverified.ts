import { type TimeZone, momentText } from "#domain/calendar/time-zone.ts";
import type { Unreachable } from "../database/calendar.ts";

/**
 * Texts for the booking's history: the platforms that the nights were not checked against, because their calendars
 * could not be read (S-64).
 */
export function unverified(unreachable: readonly Unreachable[], timeZone: TimeZone): string[] {
  return unreachable.map(({ name, since }) => {
    const read = since ? ` since ${momentText(since, timeZone)}` : ", whose calendar has never been read";
    return `not checked against ${name}${read}`;
  });
}
