import type { BackupHistory } from "./schedule.ts";

/** A night and two hours: whatever is older has missed its turn (reliability R23). */
export const STALE_AFTER_MS = 26 * 60 * 60 * 1000;

export type Freshness =
  | { state: "fresh" }
  /** The first night has not come yet. */
  | { state: "waiting" }
  | { state: "off" }
  | { state: "failed"; reason: string }
  | { state: "stale"; hours: number };

type Known = Pick<BackupHistory, "lastGood" | "installedAt"> & {
  automatic: boolean;
  /** Why the newest try failed; null when it did not. */
  lastFailure: string | null;
};

/** What there is to say about the backups of an installation. */
export function freshnessOf({ lastGood, installedAt, automatic, lastFailure }: Known, now: Date): Freshness {
  if (lastFailure !== null) return { state: "failed", reason: lastFailure };
  if (!automatic) return { state: "off" };
  const ageMs = now.getTime() - (lastGood ?? installedAt).getTime();
  if (ageMs > STALE_AFTER_MS) return { state: "stale", hours: Math.floor(ageMs / 3_600_000) };
  return lastGood ? { state: "fresh" } : { state: "waiting" };
}

/** Whether the host must be told, wherever he is. */
export function isAlarm(freshness: Freshness): boolean {
  return freshness.state === "failed" || freshness.state === "stale";
}
