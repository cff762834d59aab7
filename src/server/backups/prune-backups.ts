import { outdated } from "#domain/backups/backup.ts";
import type { Clock } from "../runtime/clock.ts";
import type { BackupPlace } from "./ports.ts";
import type { BackupProof, BackupRun, BackupRunStore } from "./run-queries.ts";
import { reasonOf } from "./take-backup.ts";

type Needs = {
  runs: BackupRunStore;
  place: BackupPlace;
  clock: Clock;
  /** `isCertain` is false for a place that cannot be asked whether it still has the file. */
  formerPlace: (proof: BackupProof, place: BackupPlace) => Promise<{ label: string; isCertain: boolean } | null>;
};

/**
 * Removes the backups that are `outdated` now that `newest` has been made, and returns how many it removed. Those that
 * cannot be removed, or are in a place where backups are no longer stored, are noted in the record of `newest`, for the
 * host; the new backup still counts as good.
 */
export async function pruneBackups(
  { runs, place, clock, formerPlace }: Needs,
  newest: BackupRun,
  keepDays: number,
): Promise<{ removed: number; undeleted: { count: number; reason: string } | null }> {
  const reasons: string[] = [];
  const old = outdated(await runs.kept(), keepDays, clock());
  for (const { id, proof } of old) {
    try {
      const former = proof && (await formerPlace(proof, place));
      if (former) reasons.push(`They are in ${former.label}, where backups were stored before: delete them there.`);
      // We cannot tell whether the host has deleted a file from a bucket that is no longer configured, so the file is
      // noted only once.
      if (former?.isCertain) continue;
      if (proof && !former) await removeFile(place, proof.name);
      await runs.markRemoved(id, clock());
    } catch (error) {
      reasons.push(`${reasonOf(error)} ${KEY_HINT}`);
    }
  }
  const [reason] = reasons;
  const undeleted = reason ? { count: reasons.length, reason } : null;
  if (undeleted) await runs.noteUndeleted(newest, undeleted);
  return { removed: old.length - reasons.length, undeleted };
}

const KEY_HINT = "If Latchkey's key is deliberately not allowed to delete files, let a bucket rule delete old backups.";

/** If the key is not allowed to delete, a bucket rule may have deleted the file. */
async function removeFile(place: BackupPlace, name: string): Promise<void> {
  try {
    await place.remove(name);
  } catch (error) {
    if (await place.has(name).catch(() => true)) throw error;
  }
}
