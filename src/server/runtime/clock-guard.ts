import type { Clock } from "./clock.ts";

/** A machine that starts with a wrong clock, or wakes up, has put it right by then. */
const SETTLE_MS = 15 * 60 * 1000;
/** A clock that is being corrected slowly moves far less than this between two looks. */
const JUMP_MS = 60 * 1000;

/**
 * Whether the clock may decide about what cannot be undone: skipping a message, ending a request, erasing a guest, deleting a
 * backup. Not in the first 15 minutes after the start, nor for 15 minutes after the clock has jumped.
 */
export type ClockGuard = { isSettled: () => boolean };

/** `steady` are milliseconds that nobody can set. */
export function createClockGuard(clock: Clock, steady: () => number = () => performance.now()): ClockGuard {
  const offsetNow = () => clock().getTime() - steady();
  let offset = offsetNow();
  let settledFrom = steady() + SETTLE_MS;
  return {
    isSettled: () => {
      const before = offset;
      offset = offsetNow();
      if (Math.abs(offset - before) > JUMP_MS) settledFrom = steady() + SETTLE_MS;
      return steady() >= settledFrom;
    },
  };
}

/** For tests that move the clock. */
export const SETTLED_CLOCK: ClockGuard = { isSettled: () => true };
