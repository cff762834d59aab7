import type { BaseNeeds } from "../core/base-needs.ts";
import { needsAlert } from "#domain/backups/freshness.ts";
import { isBackupDue } from "#domain/backups/schedule.ts";
import type { Job } from "../jobs/job.ts";
import type { BackupRunStore } from "./run-queries.ts";
import { currentFreshness, summaryOf } from "./read-backups.ts";

type Needs = Pick<BaseNeeds, "clock" | "notifyHost" | "timeZone"> & {
  runs: BackupRunStore;
  automatic: () => Promise<boolean>;
  /** Makes a backup unless one is in progress; resolves when the backup is done. */
  backUp: () => Promise<void>;
};

const LOOK_EVERY_MS = 5 * 60 * 1000;

const SUBJECTS = {
  failed: "A backup of your site failed",
  incomplete: "A backup of your site is incomplete",
  stale: "Your site has no recent backup",
};

export function backupJobs(needs: Needs): Job[] {
  return [nightlyBackup(needs), backupAlert(needs)];
}

function nightlyBackup({ runs, clock, timeZone, backUp, automatic }: Needs): Job {
  return {
    name: "backups",
    everyMs: LOOK_EVERY_MS,
    // Making a new backup deletes old ones.
    irreversible: true,
    run: async () => {
      const before = await currentFreshness({ runs, clock, automatic });
      const history = {
        lastMade: before.kept[0]?.startedAt ?? null,
        lastTry: before.latest[0]?.startedAt ?? null,
        installedAt: before.installedAt,
      };
      if ((await automatic()) && isBackupDue(history, clock(), await timeZone())) await backUp();
    },
  };
}

/** A separate job, because a backup may never end if its disk or network drive hangs. */
function backupAlert({ runs, clock, notifyHost, automatic }: Needs): Job {
  return {
    name: "alert about backups",
    everyMs: LOOK_EVERY_MS,
    // A clock that is ahead would make every backup look too old.
    irreversible: true,
    run: async () => {
      const { freshness, lastGood, latest } = await currentFreshness({ runs, clock, automatic });
      if (!needsAlert(freshness)) return;
      const about = lastGood?.id ?? "none";
      const summary = summaryOf(freshness);
      await runs.inTransaction((trx) =>
        notifyHost(trx, {
          // Sends one alert for each state since the last good backup, not one every five minutes.
          key: `backups/${freshness.state}/${about}`,
          subject: SUBJECTS[freshness.state],
          lines: [
            summary,
            lastGood
              ? `The last good backup is from ${lastGood.startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC.`
              : "There is no good backup yet.",
            latest.length > 0
              ? "You can see every backup, and start a new one, in the settings."
              : "You can start one in the settings.",
          ],
          link: "/admin/settings#backups",
        }),
      );
    },
  };
}
