import { overlaps, type Stay, contains } from "../booking/stay.ts";

/** Sorted spans of nights that neither overlap nor touch. A query costs the same however long a span is. */
export type NightRuns = readonly Stay[];

export function runsOf(stays: readonly Stay[]): NightRuns {
  const runs: Stay[] = [];
  for (const { checkIn, checkOut } of stays.toSorted((a, b) => (a.checkIn < b.checkIn ? -1 : 1))) {
    const last = runs.at(-1);
    if (!last || checkIn > last.checkOut) runs.push({ checkIn, checkOut });
    else if (checkOut > last.checkOut) last.checkOut = checkOut;
  }
  return runs;
}

/** Whether every night of the stay is in `runs`. */
export function cover(runs: NightRuns, stay: Stay): boolean {
  const run = firstEndingAfter(runs, stay);
  return run !== undefined && contains(run, stay);
}

/** Whether any night of the stay is in `runs`. */
export function meet(runs: NightRuns, stay: Stay): boolean {
  const run = firstEndingAfter(runs, stay);
  return run !== undefined && overlaps(run, stay);
}

function firstEndingAfter(runs: NightRuns, { checkIn }: Stay): Stay | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const run = runs[middle];
    if (run && run.checkOut <= checkIn) low = middle + 1;
    else high = middle;
  }
  return runs[low];
}
