import { type TimeZone, momentText } from "#domain/calendar/time-zone.ts";
import type { Unreachable } from "../database/calendar.ts";

/**
 * Says in the booking's history which platforms could not be read, under the host's rule for unreachable platforms
 * (S-64).
 */
export function unverified(unreachable: readonly Unreachable[], timeZone: TimeZone): string[] {
  return unreachable.map(({ name, since }) => {
    const read = since ? `since ${momentText(since, timeZone)}` : "its calendar was never read";
    return `unverified against ${name} ${read}`;
  });
}
