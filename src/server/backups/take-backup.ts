import { type BackupKind, backupName } from "#domain/backups/backup.ts";
import { randomId } from "../runtime/ids.ts";
import type { Clock } from "../runtime/clock.ts";
import { ArchiveError, type BackupPlace, type BackupRun, type Manifest } from "./ports.ts";

export type TakeBackupNeeds = {
  clock: Clock;
  place: BackupPlace;
  encrypted: boolean;
  /** A folder for work in progress, gone afterwards. */
  withWorkFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>;
  /** Writes everything of this moment to a file. */
  pack: (file: string, at: Date) => Promise<Manifest>;
  /** Restores a file beside the real data and compares; throws when anything differs. */
  prove: (file: string, folder: string, written: Manifest) => Promise<{ restoredIn: string; bytes: number }>;
  /** For the log. */
  report: (error: unknown) => void;
};

/** Writes a backup, puts it into its place, reads it back from there and restores it; only then it is called good. */
export async function takeBackup(needs: TakeBackupNeeds, kind: BackupKind): Promise<BackupRun> {
  const startedAt = needs.clock();
  const name = backupName(startedAt, kind, needs.encrypted);
  const run = { id: randomId(), kind, startedAt, removedAt: null };
  try {
    const proof = await needs.withWorkFolder(async (folder) => {
      const file = `${folder}/${name}`;
      const written = await needs.pack(file, startedAt);
      await needs.place.put(name, file);
      const readBack = await needs.place.fetch(name, folder);
      const { restoredIn, bytes } = await needs.prove(readBack, folder, written);
      const digests = Object.values(written.tables);
      return {
        name,
        bytes,
        encrypted: needs.encrypted,
        tables: digests.length,
        rows: digests.reduce((sum, { rows }) => sum + rows, 0),
        pictures: Object.keys(written.files).filter((path) => path.startsWith("pictures/")).length,
        restoredIn,
      };
    });
    return { ...run, finishedAt: needs.clock(), proof, reason: null };
  } catch (error) {
    needs.report(error);
    // Whatever lies there now is not to be trusted by anybody.
    await needs.place.remove(name).catch(() => undefined);
    return { ...run, finishedAt: needs.clock(), proof: null, reason: reasonOf(error) };
  }
}

/** In words for the host; what the system says of a fault is said by its code only, the rest may hold private things. */
function reasonOf(error: unknown): string {
  if (error instanceof ArchiveError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known: Record<string, string> = {
    ENOSPC: "The disk is full. Free some space, then back up again.",
    EACCES: "The backup folder may not be written to. Give Latchkey's user the right to write there.",
    EROFS: "The backup folder is on a disk that is read-only.",
    ENOENT: "The backup folder cannot be found. Is the disk connected?",
    ENOTDIR: "What BACKUP_TO names is not a folder.",
    EEXIST: "What BACKUP_TO names is not a folder.",
    EIO: "The disk reports errors. Replace it soon.",
    SQLITE_FULL: "The disk is full. Free some space, then back up again.",
  };
  return known[code] ?? `It broke off${code ? ` (${code})` : ""}. The server's log says more.`;
}
