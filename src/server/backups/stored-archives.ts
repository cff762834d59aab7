import { rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { BackupKind } from "#domain/backups/backup.ts";
import type { Bucket } from "../core/bucket.ts";
import type { Db } from "../database/connect.ts";
import { type DatabaseTarget, withSnapshot } from "../database/snapshot.ts";
import { type Clock, systemClock } from "../runtime/clock.ts";
import { readArchive } from "./archive-files.ts";
import { bucketPictures, bucketPlace } from "./bucket-client.ts";
import { calendarFile } from "./calendar-feed.ts";
import { folderPictures, folderPlace, missingDisk, UNFINISHED_BACKUP } from "./folder-files.ts";
import {
  endSessions,
  holdAfterRestore,
  markMissingBackups,
  recordRestore,
  type RestoredAccess,
} from "./hold-after-restore.ts";
import { missingPictures, shownPictures } from "./missing-picture-queries.ts";
import { packArchive, type ExtraFile, type PackNeeds, withWorkFolder } from "./pack-files.ts";
import { spreadsheets } from "./spreadsheet-csv.ts";
import { ArchiveError, type BackupSettings, type BackupPlace, type Manifest, type PictureFiles } from "./ports.ts";
import { type BackupRun } from "./run-queries.ts";
import { dropStaleDatabases, mayMakeDatabases, proveDatabase } from "./proof-files.ts";
import { refusal, removeLeftBehind, restoreInto } from "./restore-files.ts";
import { takeBackup } from "./take-backup.ts";

type Needs = {
  config: DatabaseTarget & { backups: BackupSettings; s3?: Bucket | null };
  version: string;
  pictures?: PictureFiles;
  clock?: Clock;
};

export const BACKUP_FOLDER = "backups";
export const PICTURE_FOLDER = "pictures";

export function placeOf({ to }: BackupSettings, dataDir: string): BackupPlace {
  if (to && "bucket" in to) return bucketPlace(to, to.prefix);
  return folderPlace(folderOf(to, dataDir), dataDir);
}

const folderOf = (to: { folder: string } | null, dataDir: string) => to?.folder ?? join(dataDir, BACKUP_FOLDER);

function picturesOf({ s3, dataDir }: Needs["config"]): PictureFiles {
  return s3 ? bucketPictures(s3) : folderPictures(join(dataDir, PICTURE_FOLDER));
}

/** Operations on whole archives; commands run them in a separate process, which keeps the server's memory small. */
export function createArchives({ config, version, ...others }: Needs) {
  const { databaseUrl, dataDir, backups } = config;
  const target = { databaseUrl, dataDir };
  const clock = others.clock ?? systemClock;
  const pictures = others.pictures ?? picturesOf(config);
  const needs: PackNeeds = { target, pictures, passphrase: backups.passphrase, version };
  const inWorkFolder = <T>(work: (folder: string) => Promise<T>) => withWorkFolder(dataDir, work);

  async function prove(file: string, folder: string, written: Manifest) {
    const unpacked = join(folder, "unpacked");
    const manifest = await readArchive(file, backups.passphrase, unpacked);
    if (JSON.stringify(manifest) !== JSON.stringify(written)) {
      throw new ArchiveError("The stored backup differs from what was written. Check the disk or the bucket.");
    }
    const restoredIn = await proveDatabase(target, unpacked, manifest);
    return { restoredIn, bytes: (await stat(file)).size };
  }

  /** Removes the files and databases of killed runs. */
  async function tidyUp() {
    await removeLeftBehind(dataDir, /^work-/, clock());
    const { to } = backups;
    if (!to || "folder" in to) await removeLeftBehind(folderOf(to, dataDir), UNFINISHED_BACKUP, clock());
    if (databaseUrl) await dropStaleDatabases(databaseUrl, clock());
  }

  return {
    place: placeOf(backups, dataDir),

    /** `kept` are the earlier backups, newest first. */
    backUp: async (
      kind: BackupKind,
      kept: readonly BackupRun[] = [],
      report: (error: unknown) => void = () => undefined,
      signal?: AbortSignal,
    ): Promise<BackupRun> => {
      await tidyUp().catch(report);
      // Without scratch databases, a native dump cannot be tested, so only the rows are included.
      const native = databaseUrl === null || (await mayMakeDatabases(databaseUrl).catch(() => false));
      const place = placeOf(backups, dataDir);
      return takeBackup(
        {
          clock,
          place,
          missingDisk: () => missingDisk(place, kept[0]?.proof ?? null),
          encrypted: backups.passphrase !== null,
          withWorkFolder: inWorkFolder,
          pack: (file, at) => packArchive(needs, { native, extras: nothingElse }, file, at),
          prove,
          signal,
          report,
        },
        kind,
      );
    },

    /**
     * An export of everything, including spreadsheets and a calendar, for a host who leaves Latchkey or moves the
     * installation.
     */
    exportTo: async (file: string, fromRunningSite = false): Promise<Manifest> => {
      const request = { native: false, extras: forPeople, fromRunningSite };
      // An export that fails leaves an earlier file of the same name as it was.
      const part = `${resolve(file)}.part`;
      try {
        const manifest = await packArchive({ ...needs, passphrase: null }, request, part, clock());
        await rename(part, file);
        return manifest;
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },

    /**
     * Restores into an unused installation. If `mayBeOld` returns true, the archive may lack events that happened since
     * it was made; `restoredAccess` then lists the access that the restore has brought back.
     */
    restore: async (
      file: string,
      mayBeOld: (manifest: Manifest, now: Date) => boolean = () => false,
    ): Promise<{ manifest: Manifest; how: string; restoredAccess: RestoredAccess | null }> => {
      const refused = await refusal(target);
      if (refused) throw new ArchiveError(refused);
      return inWorkFolder(async (folder) => {
        const manifest = await readArchive(resolve(file), backups.passphrase, folder);
        let restoredAccess: RestoredAccess | null = null;
        const last = async (db: Db) => {
          await endSessions(db);
          await markMissingBackups(db, placeOf(backups, dataDir), clock());
          if (!mayBeOld(manifest, clock())) return;
          const restored = { madeAt: manifest.madeAt, now: clock() };
          await holdAfterRestore(db, restored);
          restoredAccess = await recordRestore(db, restored);
        };
        const how = await restoreInto({ target, pictures, folder, manifest, last });
        return { manifest, how, restoredAccess };
      });
    },

    /** Checks that an archive is complete and returns its manifest; restores nothing. */
    check: (file: string): Promise<Manifest> =>
      inWorkFolder((folder) => readArchive(resolve(file), backups.passphrase, folder)),

    /** The names of the shown pictures whose files cannot be found. */
    missingPictures: async (): Promise<string[]> => {
      const shown = await withSnapshot(target, shownPictures);
      return missingPictures(shown, new Set((await pictures.list()).map(({ name }) => name)), target);
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Whether the site may have taken bookings since an archive was made. An export counts as the final state of an
 * installation, unless the site was running or the export is more than a day old.
 */
export function siteMayHaveContinued({ files, madeAt, fromRunningSite }: Manifest, now: Date): boolean {
  const isBackup = files[README.name] === undefined;
  // An unreadable date is also a reason to wait.
  return isBackup || fromRunningSite || !(now.getTime() - Date.parse(madeAt) <= DAY_MS);
}

async function* nothingElse(): AsyncGenerator<ExtraFile> {}

async function* forPeople(snapshot: Parameters<typeof spreadsheets>[0]): AsyncGenerator<ExtraFile> {
  yield README;
  yield await calendarFile(snapshot);
  yield* spreadsheets(snapshot);
}

const README = {
  name: "README.txt",
  text: `Everything in one Latchkey installation at one moment.

tables/         every table as JSON lines: all that Latchkey needs to be restored from this file
csv/            most of it for spreadsheets, without passwords and other secrets
calendar.ics    every stay that is not cancelled, platform stays included, and blocked nights, for any calendar program
pictures/       the pictures as they were stored
latchkey.json   contents: counts, checksums (SHA-256) and the schema version

To import it into a new installation:  npm run latchkey -- import <this file>
This file contains names, addresses, password hashes, second-factor secrets and private calendar links. Keep it as safe as
your keys.
`,
};
