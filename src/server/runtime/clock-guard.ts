import type { Clock } from "./clock.ts";

/** By then, a machine that started with the wrong time, or that woke from sleep, has normally corrected its clock. */
const SETTLE_MS = 15 * 60 * 1000;
/** A slow correction moves the clock far less than this between two checks. */
const JUMP_MS = 60 * 1000;

/**
 * Whether the clock is reliable enough for irreversible work: skipping a message, expiring a request, erasing a guest
 * or deleting a backup. The clock does not count as reliable for 15 minutes after startup and for 15 minutes after it
 * has jumped.
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

export const SETTLED_CLOCK: ClockGuard = { isSettled: () => true };
