import type { Stay } from "../booking/stay.ts";
import { eachDay, type LocalDate } from "../calendar/local-date.ts";

/** What a platform got when it read our calendar in full: the spans of nights that it was told are closed. */
export type ServedCalendar = { at: Date; closed: readonly Stay[] };

/** For so long a platform may repeat what it was served (S-55). */
export const ECHO_MEMORY_MS = 14 * 24 * 60 * 60 * 1000;

type Suspect = Stay & { sure: boolean; firstSeenAt: Date };

/**
 * Whether an event is only our own calendar coming back (S-55): it is no sure reservation, the platform was served all
 * of its nights within the last 14 days, and it was there before a calendar without one of these nights was served. One
 * that comes up later may be a real booking of the freed dates. Nights before `today` tell nothing: we serve none.
 */
export function isEcho(event: Suspect, served: readonly ServedCalendar[], today: LocalDate, now: Date): boolean {
  if (event.sure) return false;
  const remembered = served.filter(({ at }) => now.getTime() - at.getTime() <= ECHO_MEMORY_MS);
  const nights = eachDay(event.checkIn < today ? today : event.checkIn, event.checkOut);
  return nights.length > 0 && nights.every((night) => cameBack(night, remembered, event.firstSeenAt));
}

function cameBack(night: LocalDate, served: readonly ServedCalendar[], firstSeenAt: Date): boolean {
  const withIt = served.filter(({ closed }) => closed.some((span) => span.checkIn <= night && night < span.checkOut));
  if (withIt.length === 0) return false;
  const last = Math.max(...withIt.map(({ at }) => at.getTime()));
  const leftAt = Math.min(...served.map(({ at }) => at.getTime()).filter((at) => at > last));
  return firstSeenAt.getTime() <= leftAt;
}
