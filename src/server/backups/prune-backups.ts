import { outdated } from "#domain/backups/backup.ts";
import type { Clock } from "../runtime/clock.ts";
import type { BackupPlace } from "./ports.ts";
import type { BackupRun, BackupRunStore } from "./run-queries.ts";

type Needs = { runs: BackupRunStore; place: BackupPlace; clock: Clock };

/** Removes the `outdated` backups, and returns them. The newest backup always stays. */
export async function pruneBackups({ runs, place, clock }: Needs, keepDays: number): Promise<BackupRun[]> {
  const old = outdated(await runs.kept(), keepDays, clock());
  for (const run of old) {
    if (run.proof) await place.remove(run.proof.name);
    await runs.markRemoved(run.id, clock());
  }
  return old;
}
