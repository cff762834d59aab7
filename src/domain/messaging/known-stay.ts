import { sameDates } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";

/** The facts of a stay that messages about changes compare: as the recipient last knew them, and as they are now. */
export type KnownStay = { checkIn: LocalDate; checkOut: LocalDate; guestCount: number; totalCents: Cents };

export function knownStayOf({ checkIn, checkOut, guestCount, totalCents }: KnownStay): KnownStay {
  return { checkIn, checkOut, guestCount, totalCents };
}

export function isSameStay(a: KnownStay, b: KnownStay): boolean {
  return sameDates(a, b) && a.guestCount === b.guestCount && a.totalCents === b.totalCents;
}

const MINUTE_MS = 60_000;
/** The message about a changed booking waits until the changes have stopped for this long, and covers all of them. */
const QUIET_MS = 10 * MINUTE_MS;
/** The message waits no longer than this after the first change. */
export const LONGEST_MS = 60 * MINUTE_MS;

/**
 * When to send the message about a change made at `at`, given that the first change that it covers was made at
 * `firstAt`.
 */
export function coalescedDue(firstAt: Date, at: Date): Date {
  return new Date(Math.min(at.getTime() + QUIET_MS, firstAt.getTime() + LONGEST_MS));
}
