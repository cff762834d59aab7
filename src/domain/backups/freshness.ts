import type { BackupHistory } from "./schedule.ts";

/** A day plus two hours: if the newest backup is older, last night's backup did not happen (R23). */
export const STALE_AFTER_MS = 26 * 60 * 60 * 1000;

export type Freshness =
  | { state: "fresh" }
  /** The first nightly backup is not due yet. */
  | { state: "waiting" }
  | { state: "off" }
  | { state: "failed"; reason: string }
  | { state: "stale"; hours: number };

type Known = Pick<BackupHistory, "lastGood" | "installedAt"> & {
  automatic: boolean;
  /** Why the most recent backup failed; null if it succeeded. */
  lastFailure: string | null;
};

/** The state of an installation's backups. */
export function freshnessOf({ lastGood, installedAt, automatic, lastFailure }: Known, now: Date): Freshness {
  if (lastFailure !== null) return { state: "failed", reason: lastFailure };
  if (!automatic) return { state: "off" };
  const ageMs = now.getTime() - (lastGood ?? installedAt).getTime();
  if (ageMs > STALE_AFTER_MS) return { state: "stale", hours: Math.floor(ageMs / 3_600_000) };
  return lastGood ? { state: "fresh" } : { state: "waiting" };
}

/** Whether to notify the host outside the portal as well. */
export function needsAlert(freshness: Freshness): boolean {
  return freshness.state === "failed" || freshness.state === "stale";
}
