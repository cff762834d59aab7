import type { Clock } from "./clock.ts";

/** By then, a machine that started with a wrong clock or woke up has corrected it. */
const SETTLE_MS = 15 * 60 * 1000;
/** A slow correction moves the clock far less than this between two checks. */
const JUMP_MS = 60 * 1000;

/**
 * Whether the clock is reliable enough for irreversible work: skipping a message, expiring a request, erasing a guest,
 * deleting a backup. Not within 15 minutes after the start, nor after the clock has jumped.
 */
export type ClockGuard = { isSettled: () => boolean };

/** `steady` is a monotonic clock in milliseconds. */
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
