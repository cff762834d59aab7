import { MIN_GUESTS } from "#domain/booking/limits.ts";

export function guestCounts(most: number): number[] {
  return Array.from({ length: most - MIN_GUESTS + 1 }, (_unused, index) => MIN_GUESTS + index);
}
