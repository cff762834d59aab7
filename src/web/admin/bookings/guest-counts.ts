import { MIN_GUESTS } from "#domain/booking/limits.ts";

/** The guest counts to choose from. */
export function guestCounts(most: number): number[] {
  return Array.from({ length: most - MIN_GUESTS + 1 }, (_unused, index) => MIN_GUESTS + index);
}
