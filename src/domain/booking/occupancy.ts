import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { Stay } from "./stay.ts";

/**
 * The part of a stay that falls within one week, in half days from 0 (the first morning) to 14 (the last evening). A
 * stay begins and ends in the middle of a day, so that two stays that touch share that day.
 */
export type Bar = { from: number; to: number; begins: boolean; ends: boolean };

const HALVES_A_WEEK = 14;

/** The bar of a stay in the week that begins on `monday`; null if the stay is not in that week. */
export function barIn(monday: LocalDate, stay: Stay): Bar | null {
  const begin = daysBetween(monday, stay.checkIn) * 2 + 1;
  const end = daysBetween(monday, stay.checkOut) * 2 + 1;
  const [from, to] = [Math.max(begin, 0), Math.min(end, HALVES_A_WEEK)];
  if (from >= to) return null;
  return { from, to, begins: begin >= 0, ends: end <= HALVES_A_WEEK };
}

/** What happens on one day: who leaves in the morning, who arrives in the afternoon, who stays. */
export type DayOf<S> = { leaves: S[]; arrives: S[]; stays: S[] };

/**
 * What happens on a day. Each list usually has at most one stay, but a platform may have sold nights that are already
 * taken.
 */
export function dayOf<S extends Stay>(date: LocalDate, stays: readonly S[]): DayOf<S> {
  return {
    leaves: stays.filter((stay) => stay.checkOut === date),
    arrives: stays.filter((stay) => stay.checkIn === date),
    stays: stays.filter((stay) => stay.checkIn < date && date < stay.checkOut),
  };
}

/** The stays that include the night of this day: none, one, or several in a double booking. */
export function nightOf<S extends Stay>(date: LocalDate, stays: readonly S[]): S[] {
  return stays.filter((stay) => stay.checkIn <= date && date < stay.checkOut);
}

/** Gives each stay a row, from 0, so that stays that share a night are in different rows. */
export function lanesOf<S extends Stay>(stays: readonly S[]): Map<S, number> {
  const lanes = new Map<S, number>();
  const freeFrom: LocalDate[] = [];
  for (const stay of stays.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : a.checkIn > b.checkIn ? 1 : 0))) {
    const free = freeFrom.findIndex((day) => day <= stay.checkIn);
    const lane = free === -1 ? freeFrom.length : free;
    freeFrom[lane] = stay.checkOut;
    lanes.set(stay, lane);
  }
  return lanes;
}

/** The nights from one chosen day to the other, both included, whichever was chosen first. */
export function spanBetween(one: LocalDate, other: LocalDate): Stay {
  const [first, last] = one <= other ? [one, other] : [other, one];
  return { checkIn: first, checkOut: addDays(last, 1) };
}
