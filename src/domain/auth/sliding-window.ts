/** Timestamps of counted attempts in milliseconds, oldest first. */
export type Attempts = readonly number[];

export type AttemptResult = { ok: true; tries: Attempts } | { ok: false; waitMs: number };

/**
 * Allows `calls` attempts within any period of `windowMs`; a refused attempt is not counted. Attempts more than
 * `windowMs` in the future were recorded by a wrong clock and are dropped; otherwise they would lock everyone out.
 */
export function countAttempt(tries: Attempts, now: number, calls: number, windowMs: number): AttemptResult {
  const recent = tries.filter((at) => Math.abs(now - at) < windowMs);
  const oldest = recent[recent.length - calls];
  if (recent.length >= calls && oldest !== undefined) return { ok: false, waitMs: oldest + windowMs - now };
  return { ok: true, tries: [...recent, now] };
}
