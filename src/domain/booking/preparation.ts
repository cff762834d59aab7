import { addDays, eachDay, type LocalDate } from "../calendar/local-date.ts";
import { nightsOf, type Stay } from "./stay.ts";

/** A taken night; a host's block is not a stay and needs no preparation. */
export type OccupiedNight = { night: LocalDate; isStay: boolean };

/**
 * The nights before and after each stay that are kept free to prepare the cottage, unless those nights are taken: the
 * host may place two stays next to each other.
 */
export function preparationNights(occupied: readonly OccupiedNight[], nights: number): Set<LocalDate> {
  const held = new Set(occupied.map(({ night }) => night));
  const kept = new Set<LocalDate>();
  for (const { night, isStay } of occupied) {
    if (!isStay) continue;
    for (let distance = 1; distance <= nights; distance++) {
      for (const near of [addDays(night, -distance), addDays(night, distance)]) if (!held.has(near)) kept.add(near);
    }
  }
  return kept;
}

/**
 * The unavailable nights that a change to this booking cannot use, for callers that do not know which stay a night
 * belongs to: all except the booking's own nights and the preparation next to them. The preparation belongs to this
 * booking if the night beyond it is free; otherwise it may belong to another stay.
 */
export function withoutOwnNights(unavailable: readonly LocalDate[], own: Stay, nights: number): Set<LocalDate> {
  const taken = new Set(unavailable);
  const before = eachDay(addDays(own.checkIn, -nights), own.checkIn);
  const after = eachDay(own.checkOut, addDays(own.checkOut, nights));
  const isOwnBefore = !taken.has(addDays(own.checkIn, -nights - 1));
  const isOwnAfter = !taken.has(addDays(own.checkOut, nights));
  const freed = [...nightsOf(own), ...(isOwnBefore ? before : []), ...(isOwnAfter ? after : [])];
  for (const night of freed) taken.delete(night);
  return taken;
}

type Named = Stay & { key: string };

/**
 * The preparation nights as spans with stable ids. Each night is in only one span: that of the first stay that needs
 * the night.
 */
export function preparationSpans(stays: readonly Named[], nights: number, occupied: readonly Stay[]): Named[] {
  if (nights === 0) return [];
  const seen = new Set(occupied.flatMap(nightsOf));
  return stays.flatMap(({ key, checkIn, checkOut }) => [
    ...unseenRuns(`${key}:before`, eachDay(addDays(checkIn, -nights), checkIn), seen),
    ...unseenRuns(`${key}:after`, eachDay(checkOut, addDays(checkOut, nights)), seen),
  ]);
}

function unseenRuns(key: string, nights: readonly LocalDate[], seen: Set<LocalDate>): Named[] {
  const runs: Named[] = [];
  for (const night of nights) {
    if (seen.has(night)) continue;
    seen.add(night);
    const last = runs.at(-1);
    if (last?.checkOut === night) last.checkOut = addDays(night, 1);
    else runs.push({ key: `${key}:${runs.length}`, checkIn: night, checkOut: addDays(night, 1) });
  }
  return runs;
}
