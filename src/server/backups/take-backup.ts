import { type BackupKind, backupName } from "#domain/backups/backup.ts";
import { randomId } from "../runtime/ids.ts";
import type { Clock } from "../runtime/clock.ts";
import { StartProblem } from "../runtime/start-problem.ts";
import { missingText } from "./missing-picture-queries.ts";
import { ArchiveError, type BackupPlace, type Manifest, packedPictures } from "./ports.ts";
import type { BackupRun } from "./run-queries.ts";

export type TakeBackupNeeds = {
  clock: Clock;
  place: BackupPlace;
  /** What the host has to do if the backup disk is not connected; null if it is. */
  missingDisk: () => Promise<string | null>;
  encrypted: boolean;
  /** A temporary folder, deleted afterwards. */
  withWorkFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** Writes a snapshot of the database, and the pictures, to a file. */
  pack: (file: string, at: Date) => Promise<Manifest>;
  /** Restores a file beside the real data and compares the result with `written`; throws if anything differs. */
  prove: (file: string, folder: string, written: Manifest) => Promise<{ restoredIn: string; bytes: number }>;
  /** Ends the backup after the step in progress. */
  signal?: AbortSignal | undefined;
  /** Writes the error to the log. */
  report: (error: unknown) => void;
};

/**
 * Writes a backup, stores it, reads it back and restores it; only then does it count as good. A backup with some
 * pictures missing is kept, because the database is complete, but it does not count as good.
 */
export async function takeBackup(needs: TakeBackupNeeds, kind: BackupKind): Promise<BackupRun> {
  const startedAt = needs.clock();
  const name = backupName(startedAt, kind, needs.encrypted);
  const run = { id: randomId(), kind, startedAt, removedAt: null };
  const discard = () => needs.place.remove(name).catch(() => undefined);
  // Deletes the file at once, because the process may end before a long step, such as the test restore, is finished.
  needs.signal?.addEventListener("abort", discard);
  try {
    // Without its disk, the folder is on the disk with the data, where a backup would be of no use.
    const noDisk = await needs.missingDisk();
    if (noDisk) throw new ArchiveError(noDisk);
    const { missing, ...proof } = await needs.withWorkFolder(async (folder) => {
      const file = `${folder}/${name}`;
      const written = await needs.pack(file, startedAt);
      needs.signal?.throwIfAborted();
      await needs.place.put(name, file);
      needs.signal?.throwIfAborted();
      const readBack = await needs.place.fetch(name, folder);
      needs.signal?.throwIfAborted();
      const { restoredIn, bytes } = await needs.prove(readBack, folder, written);
      const digests = Object.values(written.tables);
      return {
        name,
        place: needs.place.label,
        ownDisk: await needs.place.isOnOwnDisk(),
        bytes,
        encrypted: needs.encrypted,
        tables: digests.length,
        rows: digests.reduce((sum, { rows }) => sum + rows, 0),
        pictures: packedPictures(written).length,
        restoredIn,
        missing: written.missingPictures,
      };
    });
    needs.signal?.throwIfAborted();
    return { ...run, finishedAt: needs.clock(), proof, reason: missing.length > 0 ? missingText(missing) : null };
  } catch (error) {
    needs.report(error);
    // Keep no file that has not passed verification.
    await discard();
    return { ...run, finishedAt: needs.clock(), proof: null, reason: reasonOf(error) };
  } finally {
    needs.signal?.removeEventListener("abort", discard);
  }
}

/** A systemd service may be allowed to write to fewer folders than its user. */
const SERVICE = "If Latchkey is a systemd service, add the folder to ReadWritePaths in latchkey.service.";

const UNREACHABLE = "The disk or network drive of the backup folder cannot be reached. Connect it, then back up again.";

/** The reason shown to hosts. System errors are reported by code, because their messages may contain private data. */
export function reasonOf(error: unknown): string {
  if (error instanceof ArchiveError || error instanceof StartProblem) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known: Record<string, string> = {
    ENOSPC: "The disk is full. Free some space, then back up again.",
    EACCES: `Latchkey is not allowed to write to the backup folder. Give its user write permission. ${SERVICE}`,
    EROFS: `The backup folder is read-only for Latchkey. ${SERVICE} Otherwise, check how its disk is mounted.`,
    ENOENT: "The backup folder cannot be found. Check that its disk is connected, then back up again.",
    ENOTDIR: "BACKUP_TO is not a folder.",
    EEXIST: "BACKUP_TO is not a folder.",
    ENODEV: UNREACHABLE,
    ENOTCONN: UNREACHABLE,
    ENXIO: UNREACHABLE,
    ESTALE: UNREACHABLE,
    EIO: "The disk reports errors. Replace it soon.",
    SQLITE_FULL: "The disk is full. Free some space, then back up again.",
  };
  return known[code] ?? `The backup stopped${code ? ` (${code})` : ""}. The server's log has details.`;
}
