/** Moments in milliseconds at which something counted happened, oldest first. */
export type Tries = readonly number[];

export type Admission = { ok: true; tries: Tries } | { ok: false; waitMs: number };

/**
 * Lets in `calls` tries within any stretch of `windowMs`; a refused try is not counted. Tries that lie ahead by more than
 * that were counted by a clock that was wrong, and would keep everybody out until then.
 */
export function admitBooking(tries: Tries, now: number, calls: number, windowMs: number): Admission {
  const recent = tries.filter((at) => Math.abs(now - at) < windowMs);
  const oldest = recent[recent.length - calls];
  if (recent.length >= calls && oldest !== undefined) return { ok: false, waitMs: oldest + windowMs - now };
  return { ok: true, tries: [...recent, now] };
}
