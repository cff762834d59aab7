/** SPEC 4: failed messages are retried up to 3 times. */
export const MAX_RETRIES = 3;

const MINUTE_MS = 60_000;
/**
 * The waits are long enough to outlast greylisting and a provider's busy periods, and short enough for a reminder to be
 * useful.
 */
const WAIT_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS] as const;

/** When the next attempt is due after a temporary failure; null if all attempts are used up. */
export function nextTry(retriesMade: number, failedAt: Date, waitAtLeastMs = 0): Date | null {
  const wait = retriesMade < MAX_RETRIES ? WAIT_MS[retriesMade] : undefined;
  return wait === undefined ? null : new Date(failedAt.getTime() + Math.max(wait, waitAtLeastMs));
}

/**
 * How many times the sending of a message may be interrupted. After that, we assume that the message crashes the
 * process, and it fails for good.
 */
export const MAX_INTERRUPTIONS = 25;
