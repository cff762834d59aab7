import type { Stay } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";

/** What the cleaner may know about a stay: the dates and the number of guests; `guests` is null if unknown. */
export type CleanedStay = Stay & { guests: number | null };

/** A day on which the cottage is prepared for the next guests: guests leave, or the first guests arrive. */
export type Changeover = {
  day: LocalDate;
  /** 0 if nobody leaves, because these are the first guests; null if the number is unknown. */
  leaving: number | null;
  /** The next arrival on this day or later; null if none is known. */
  next: { day: LocalDate; guests: number | null } | null;
};

/** The changeovers in `[from, until)`, in order. The very first arrival counts as a changeover if it is still ahead. */
export function changeoversOf(
  stays: readonly CleanedStay[],
  { from, today, until }: { from: LocalDate; today: LocalDate; until: LocalDate },
): Changeover[] {
  const arrivals = [...Map.groupBy(stays, ({ checkIn }) => checkIn)]
    .map(([day, arriving]) => ({ day, guests: people(arriving) }))
    .toSorted((a, b) => compare(a.day, b.day));
  const leaving = Map.groupBy(
    stays.filter(({ checkOut }) => from <= checkOut && checkOut < until),
    ({ checkOut }) => checkOut,
  );
  const departures = [...leaving]
    .map(([day, gone]) => ({ day, leaving: people(gone), next: arrivals.find((next) => next.day >= day) ?? null }))
    .toSorted((a, b) => compare(a.day, b.day));
  const [first] = arrivals;
  const isAhead = first && today <= first.day && first.day < until;
  return isAhead ? [{ day: first.day, leaving: 0, next: first }, ...departures] : departures;
}

/**
 * The day of the last departure before `today` if the next guests have not arrived yet, because the cottage may still
 * have to be cleaned; otherwise `today`.
 */
export function planStart(stays: readonly CleanedStay[], today: LocalDate): LocalDate {
  const departures = stays.map(({ checkOut }) => checkOut).filter((day) => day < today);
  const last = departures.toSorted().at(-1);
  const hasArrived = stays.some(({ checkIn }) => last !== undefined && last <= checkIn && checkIn < today);
  return last === undefined || hasArrived ? today : last;
}

export function isSameDay({ day, leaving, next }: Changeover): boolean {
  return leaving !== 0 && next?.day === day;
}

/**
 * Several stays that begin on the same day, or several that end on it, are an unresolved double booking. The larger
 * number of guests is the safer one.
 */
function people(stays: readonly CleanedStay[]): number | null {
  const known = stays.flatMap(({ guests }) => (guests === null ? [] : [guests]));
  return known.length > 0 ? Math.max(...known) : null;
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
  const covered = ({ day }: Changeover) => day >= now.from && day >= notified.from && day < notified.until;
  const before = new Map(notified.changeovers.filter(covered).map((one) => [one.day, one]));
  const after = new Map(now.changeovers.filter(covered).map((one) => [one.day, one]));
  const days = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return days.flatMap((day): PlanChange[] => {
    const was = before.get(day);
    const is = after.get(day);
    if (was && is) return isSame(was, is, notified.until) ? [] : [{ kind: "changed", before: was, changeover: is }];
    if (is) return isArrivalIn(notified, is) ? [] : [{ kind: "added", changeover: is }];
    return was && !isArrivalIn(now, was) ? [{ kind: "removed", changeover: was }] : [];
  });
}

/** Whether nobody leaves on this day, and a changeover in the plan already has the same next arrival. */
function isArrivalIn({ changeovers }: NotifiedPlan, { leaving, next }: Changeover): boolean {
  return leaving === 0 && changeovers.some((one) => one.next?.day === next?.day && one.next?.guests === next?.guests);
}

/** An arrival beyond the range of the earlier plan is not a change. */
function isSame(a: Changeover, b: Changeover, until: LocalDate): boolean {
  const near = ({ next }: Changeover) => (next && next.day < until ? `${next.day} ${next.guests}` : "");
  return a.leaving === b.leaving && near(a) === near(b);
}
