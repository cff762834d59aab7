import type { Stay } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";

/** What the cleaner may know about a stay: the dates and the number of guests; `guests` is null if unknown. */
export type CleanedStay = Stay & { guests: number | null };

/** A day on which guests leave and the cottage is prepared for the next guests. */
export type Changeover = {
  day: LocalDate;
  leaving: number | null;
  /** The next arrival on this day or later; null if none is known. */
  next: { day: LocalDate; guests: number | null } | null;
};

/** The days in `[from, until)` on which guests leave, in order. */
export function changeoversOf(stays: readonly CleanedStay[], from: LocalDate, until: LocalDate): Changeover[] {
  const arrivals = stays.toSorted((a, b) => compare(a.checkIn, b.checkIn));
  const leaving = Map.groupBy(
    stays.filter(({ checkOut }) => from <= checkOut && checkOut < until),
    ({ checkOut }) => checkOut,
  );
  return [...leaving]
    .map(([day, gone]) => {
      const next = arrivals.find(({ checkIn }) => checkIn >= day);
      return {
        day,
        leaving: people(gone),
        next: next ? { day: next.checkIn, guests: arriving(arrivals, next) } : null,
      };
    })
    .toSorted((a, b) => compare(a.day, b.day));
}

export function isSameDay({ day, next }: Changeover): boolean {
  return next?.day === day;
}

/**
 * Two stays that end on the same day are an unresolved double booking. The larger number of guests is the safer one.
 */
function people(stays: readonly CleanedStay[]): number | null {
  const known = stays.flatMap(({ guests }) => (guests === null ? [] : [guests]));
  return known.length > 0 ? Math.max(...known) : null;
}

function arriving(all: readonly CleanedStay[], { checkIn }: CleanedStay): number | null {
  return people(all.filter((stay) => stay.checkIn === checkIn));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** The last plan that was sent to the cleaner: the changeovers on the days in `[from, until)`. */
export type NotifiedPlan = { from: LocalDate; until: LocalDate; changeovers: Changeover[] };
export type PlanChange =
  | { kind: "added" | "removed"; changeover: Changeover }
  | { kind: "changed"; before: Changeover; changeover: Changeover };

/** The differences on days that both plans cover: a day that enters or leaves the range is not a change. */
export function planChanges(notified: NotifiedPlan, now: NotifiedPlan): PlanChange[] {
  const covered = ({ day }: Changeover) => day >= now.from && day < notified.until;
  const before = new Map(notified.changeovers.filter(covered).map((one) => [one.day, one]));
  const after = new Map(now.changeovers.filter(covered).map((one) => [one.day, one]));
  const days = [...new Set([...before.keys(), ...after.keys()])].toSorted(compare);
  return days.flatMap((day): PlanChange[] => {
    const was = before.get(day);
    const is = after.get(day);
    if (was && is) return isSame(was, is, notified.until) ? [] : [{ kind: "changed", before: was, changeover: is }];
    if (is) return [{ kind: "added", changeover: is }];
    return was ? [{ kind: "removed", changeover: was }] : [];
  });
}

/** An arrival beyond the range of the earlier plan is not a change. */
function isSame(a: Changeover, b: Changeover, until: LocalDate): boolean {
  const near = ({ next }: Changeover) => (next && next.day < until ? `${next.day} ${next.guests}` : "");
  return a.leaving === b.leaving && near(a) === near(b);
}
