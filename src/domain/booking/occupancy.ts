import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { Stay } from "./stay.ts";

/**
 * The part of a stay that falls into one week, in halves of a day from 0 (the first morning) to 14 (the last evening).
 * A stay begins and ends in the middle of a day, so that two that touch share it.
 */
export type Bar = { from: number; to: number; begins: boolean; ends: boolean };

const HALVES_A_WEEK = 14;

/** The bar of a stay in the week that begins on `monday`; null when it does not touch it. */
export function barIn(monday: LocalDate, stay: Stay): Bar | null {
  const begin = daysBetween(monday, stay.checkIn) * 2 + 1;
  const end = daysBetween(monday, stay.checkOut) * 2 + 1;
  const [from, to] = [Math.max(begin, 0), Math.min(end, HALVES_A_WEEK)];
  if (from >= to) return null;
  return { from, to, begins: begin >= 0, ends: end <= HALVES_A_WEEK };
}

/** What one day sees: who leaves in the morning, who arrives in the afternoon, who is there all day. */
export type DayOf<S> = { leaves: S | null; arrives: S | null; stays: S | null };

/** Of stays that do not overlap, what happens on a day. */
export function dayOf<S extends Stay>(date: LocalDate, stays: readonly S[]): DayOf<S> {
  return {
    leaves: stays.find((stay) => stay.checkOut === date) ?? null,
    arrives: stays.find((stay) => stay.checkIn === date) ?? null,
    stays: stays.find((stay) => stay.checkIn < date && date < stay.checkOut) ?? null,
  };
}

/** Whoever has the night that begins on the day. */
export function nightOf<S extends Stay>(date: LocalDate, stays: readonly S[]): S | null {
  return stays.find((stay) => stay.checkIn <= date && date < stay.checkOut) ?? null;
}

/** The nights from one day to another, in whichever order they were chosen. */
export function spanBetween(one: LocalDate, other: LocalDate): Stay {
  const [first, last] = one <= other ? [one, other] : [other, one];
  return { checkIn: first, checkOut: addDays(last, 1) };
}
