/** SPEC 4: failed messages are retried up to 3 times. */
export const MAX_RETRIES = 3;

const MINUTE_MS = 60_000;
/** Long enough for a full mailbox's grey list and a provider's busy minutes, short enough for a reminder to be of use. */
const WAIT_MS = [MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS] as const;

/** When the next try is due after a fault that may pass; null when all tries are used up. */
export function nextTry(retriesMade: number, failedAt: Date, waitAtLeastMs = 0): Date | null {
  const wait = retriesMade < MAX_RETRIES ? WAIT_MS[retriesMade] : undefined;
  return wait === undefined ? null : new Date(failedAt.getTime() + Math.max(wait, waitAtLeastMs));
}

/** How often a message may be cut off in the middle before it is taken for what ends the process, and put aside. */
export const MAX_INTERRUPTIONS = 25;
