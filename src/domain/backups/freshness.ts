/** A day plus two hours: if the newest backup is older, last night's backup did not happen (R23). */
export const STALE_AFTER_MS = 26 * 60 * 60 * 1000;

/**
 * We assume that the clocks of several machines differ by less than this. A run whose start is further in the future
 * was recorded while a clock was ahead.
 */
export const CLOCK_TOLERANCE_MS = 60 * 60 * 1000;

export type Freshness =
  | { state: "fresh" }
  /** The first nightly backup is not due yet. */
  | { state: "waiting" }
  | { state: "off" }
  | { state: "failed"; reason: string }
  /** The last backup was tested, but pictures are missing from it. */
  | { state: "incomplete"; reason: string }
  | { state: "stale"; hours: number };

type Known = {
  /** When the newest verified and complete backup started; null if there is none. */
  lastGood: Date | null;
  installedAt: Date;
  automatic: boolean;
  /** Why the most recent backup failed or is incomplete; null if it is good. */
  lastProblem: { incomplete: boolean; reason: string } | null;
};

export function freshnessOf({ lastGood, installedAt, automatic, lastProblem }: Known, now: Date): Freshness {
  if (lastProblem) return { state: lastProblem.incomplete ? "incomplete" : "failed", reason: lastProblem.reason };
  if (!automatic) return { state: "off" };
  const ageMs = now.getTime() - (lastGood ?? installedAt).getTime();
  if (ageMs > STALE_AFTER_MS) return { state: "stale", hours: Math.floor(ageMs / 3_600_000) };
  return lastGood ? { state: "fresh" } : { state: "waiting" };
}

/** Whether to notify the host outside the portal as well. */
export function needsAlert(
  freshness: Freshness,
): freshness is Extract<Freshness, { state: "failed" | "incomplete" | "stale" }> {
  return ["failed", "incomplete", "stale"].includes(freshness.state);
}
