import type { Backups, BackupRunView } from "#contract/backups.ts";
import { CLOCK_TOLERANCE_MS, type Freshness, freshnessOf } from "#domain/backups/freshness.ts";
import type { Clock } from "../runtime/clock.ts";
import type { BackupRun, BackupRunStore } from "./run-queries.ts";

export type ReadBackupsNeeds = {
  runs: BackupRunStore;
  clock: Clock;
  automatic: () => Promise<boolean>;
  isRunning: () => Promise<boolean>;
  place: string;
  encrypted: boolean;
};

const LISTED = 40;

/**
 * The state of the backups, from the rows of past runs. Runs recorded while a clock was ahead do not count: until the
 * time recorded for them has passed, they would otherwise look newer than all later runs. `stored` also lists those
 * backups.
 */
export async function currentFreshness({
  runs,
  clock,
  automatic,
}: Pick<ReadBackupsNeeds, "runs" | "clock" | "automatic">) {
  const now = clock();
  const until = new Date(now.getTime() + CLOCK_TOLERANCE_MS);
  const [latest, stored, installedAt, isAutomatic] = await Promise.all([
    runs.latest(LISTED, until),
    runs.kept(),
    runs.installedAt(),
    automatic(),
  ]);
  const kept = stored.filter(({ startedAt }) => startedAt <= until);
  const lastGood = kept.find(({ reason }) => reason === null) ?? null;
  const [last] = latest;
  const lastProblem = last?.reason ? { incomplete: last.proof !== null, reason: last.reason } : null;
  const known = { lastGood: lastGood?.startedAt ?? null, installedAt, automatic: isAutomatic, lastProblem };
  return { latest, kept, stored, lastGood, installedAt, freshness: freshnessOf(known, now) };
}

export async function readBackups(needs: ReadBackupsNeeds): Promise<Backups> {
  const [{ latest, stored, lastGood, freshness }, running] = await Promise.all([
    currentFreshness(needs),
    needs.isRunning(),
  ]);
  const isListed = new Set(latest.map(({ id }) => id));
  return {
    running,
    freshness: freshness.state,
    summary: summaryOf(freshness),
    place: needs.place,
    encrypted: needs.encrypted,
    lastGood: lastGood ? viewOf(lastGood) : null,
    // However many runs have failed since, every backup that can be downloaded is listed.
    runs: [...latest, ...stored.filter(({ id }) => !isListed.has(id))].map(viewOf),
  };
}

export function summaryOf(freshness: Freshness): string {
  switch (freshness.state) {
    case "fresh":
      return "Your last backup was tested and works.";
    case "waiting":
      return "We'll make the first backup tonight.";
    case "off":
      return `Automatic backups are off. ${detailOf(freshness)}`;
    case "failed":
      return `The last backup failed. ${detailOf(freshness)}`;
    case "incomplete":
      return `The last backup is incomplete. ${detailOf(freshness)}`;
    case "stale":
      return detailOf(freshness);
  }
}

/** What the alert says below its title, which names the problem. */
export function detailOf(problem: Exclude<Freshness, { state: "fresh" | "waiting" }>): string {
  switch (problem.state) {
    case "off":
      return "A backup is made only when you start one and, unless that is turned off too, before an upgrade that changes the database.";
    case "failed":
    case "incomplete":
      return problem.reason;
    case "stale":
      return `There hasn't been a working backup for ${ageText(problem.hours)}. Is the server on at night?`;
  }
}

function ageText(hours: number): string {
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

export function undeletedText({ count, reason }: { count: number; reason: string }): string {
  return `Old backups that could not be deleted: ${count}. ${reason}`;
}

function viewOf({ removedAt, startedAt, finishedAt, ...run }: BackupRun): BackupRunView {
  return {
    ...run,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    kept: run.proof !== null && removedAt === null,
  };
}
