import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { connectDatabase, type Database, type Db, SQLITE_FILE } from "../database/connect.ts";
import { loadContents, newerVersion } from "../database/load.ts";
import { migrate, otherProgram } from "../database/migrations/migrate.ts";
import { restoreWithPgRestore } from "../database/postgres-programs.ts";
import { type DatabaseTarget, withSnapshot } from "../database/snapshot.ts";
import { differences, type Digest, digestsOf, clearTransientTables, tablesOf } from "../database/tables.ts";
import { createLogger } from "../runtime/logger.ts";
import { dumpedRows } from "./database-dump.ts";
import { exists, putInPlace } from "./folder-files.ts";
import { ArchiveError, type Manifest, type PictureFiles, PICTURES, packedPictures } from "./ports.ts";
import { beginRestore, endRestore } from "./unfinished-queries.ts";
import { refusalOf } from "./refusal-queries.ts";

const quiet = createLogger("silent");

/** Why restoring here is refused, as a message for the host; null if restoring is allowed. */
export async function refusal(target: DatabaseTarget): Promise<string | null> {
  if (!target.databaseUrl && !(await exists(join(target.dataDir, SQLITE_FILE)))) return leftoverFiles(target.dataDir);
  return onDatabase(target, async ({ db, engine }) => {
    const other = await otherProgram(db, engine);
    return other ? `${other.message} ${other.remedy}` : refusalOf(db, engine);
  });
}

/** SQLite would apply changes left behind by another database to the restored one. */
async function leftoverFiles(dataDir: string): Promise<string | null> {
  const names = [`${SQLITE_FILE}-wal`, `${SQLITE_FILE}-shm`];
  const left = await Promise.all(names.map((name) => exists(join(dataDir, name))));
  if (!left.includes(true)) return null;
  return `${dataDir} contains ${names.filter((_, n) => left[n]).join(" and ")} without the database that they belong to. Move them to where ${SQLITE_FILE} is now, then restore again.`;
}

/** An unpacked archive to restore into an unused installation. */
export type Restoring = {
  target: DatabaseTarget;
  pictures: PictureFiles;
  folder: string;
  manifest: Manifest;
  /** Applied to the restored database before a server can start with it. */
  last: (db: Db) => Promise<void>;
};

/**
 * Restores the pictures first, so that no record refers to a picture that has not been restored yet. Returns a
 * description of how the database was restored.
 */
export async function restoreInto(restoring: Restoring): Promise<string> {
  const { pictures, folder, manifest } = restoring;
  const newer = newerVersion(manifest.engine, manifest);
  if (newer) throw new ArchiveError(newer);
  for (const path of packedPictures(manifest)) {
    await pictures.write(path.slice(PICTURES.length), join(folder, path));
  }
  return (await restoreNative(restoring)) ?? restoreRows(restoring);
}

/**
 * Uses the engine's native format if the database does not exist or has no tables; returns null if that format cannot
 * be used.
 */
async function restoreNative({ target, folder, manifest, last }: Restoring): Promise<string | null> {
  if (!manifest.native || manifest.engine !== (target.databaseUrl ? "postgres" : "sqlite")) return null;
  const file = join(folder, manifest.native);
  if (!target.databaseUrl) {
    if (await exists(join(target.dataDir, SQLITE_FILE))) return null;
    await assertSameDigests(await sqliteDigests(file), manifest);
    // Every step of the restore works on the copy, so a server never finds the file as it was in the backup.
    const copy = { databaseUrl: null, dataDir: join(folder, "restored") };
    await mkdir(copy.dataDir, { mode: 0o700 });
    await putInPlace(file, join(copy.dataDir, SQLITE_FILE));
    await migrateRestored(copy, last);
    const restored = join(copy.dataDir, SQLITE_FILE);
    const tables = await sqliteDigests(restored);
    await putInPlace(restored, join(target.dataDir, SQLITE_FILE));
    // Compares what the site will open, not just the copy.
    await assertSameDigests(await allDigests(target), { tables });
    return "the database file";
  }
  if ((await onDatabase(target, ({ db, engine }) => tablesOf(db, engine))).length > 0) return null;
  await onDatabase(target, ({ db }) => beginRestore(db));
  const restored = await restoreWithPgRestore(target.databaseUrl, file);
  if (!restored.ok) return null;
  await assertSameDigests(await allDigests(target), manifest);
  await migrateRestored(target, last);
  return "pg_restore";
}

async function restoreRows({ target, folder, manifest, last }: Restoring): Promise<string> {
  const rows = (table: string) => dumpedRows(folder, table);
  const file = join(target.dataDir, SQLITE_FILE);
  // A running server opens a new file at once, so the file appears last.
  const isNew = !target.databaseUrl && !(await exists(file));
  const place = isNew ? { databaseUrl: null, dataDir: join(folder, "restored") } : target;
  if (isNew) await mkdir(place.dataDir, { mode: 0o700 });
  const loaded = await onDatabase(place, (database) =>
    loadContents(
      database,
      { ...manifest, rows },
      {
        refuse: (trx) => refusalOf(trx, database.engine),
        last: async (trx) => {
          await last(trx);
          await endRestore(trx);
        },
      },
    ),
  );
  if (!loaded.ok) throw new ArchiveError(loaded.message);
  if (isNew) await putInPlace(join(place.dataDir, SQLITE_FILE), file);
  return "row by row";
}

function migrateRestored(target: DatabaseTarget, last: Restoring["last"]): Promise<void> {
  return onDatabase(target, async ({ db, engine }) => {
    await clearTransientTables(db, engine);
    await migrate(db, engine);
    await db.transaction().execute(async (trx) => {
      await last(trx);
      await endRestore(trx);
    });
  });
}

export async function onDatabase<T>(target: DatabaseTarget, work: (database: Database) => Promise<T>): Promise<T> {
  const database = connectDatabase(target, quiet, { patient: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The digests of a copied SQLite database, after SQLite's integrity check. */
export async function sqliteDigests(file: string): Promise<Record<string, Digest>> {
  const copy = new BetterSqlite(file, { readonly: true });
  try {
    const integrity: unknown = copy.pragma("integrity_check", { simple: true });
    if (integrity !== "ok") throw new ArchiveError(`The database in the file is damaged: ${String(integrity)}`);
  } finally {
    copy.close();
  }
  return withSnapshot({ databaseUrl: null, sqliteFile: file }, ({ executor, engine }) => digestsOf(executor, engine));
}

export function allDigests(target: DatabaseTarget): Promise<Record<string, Digest>> {
  return withSnapshot(target, ({ executor, engine }) => digestsOf(executor, engine));
}

export async function assertSameDigests(
  found: Record<string, Digest>,
  manifest: Pick<Manifest, "tables">,
): Promise<void> {
  const different = differences(found, manifest.tables);
  if (different.length === 0) return;
  throw new ArchiveError(`The restored data differs from the original in: ${different.join(", ")}.`);
}

/** Longer than temporary data can be in use: an upload and a backup may each take an hour. */
const WORK_AT_MOST_MS = 3 * 60 * 60 * 1000;

/** Whether a killed run left temporary data behind. Data from long after `now` was made while a clock was ahead. */
export function isLeftBehind(madeAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - madeAt.getTime()) > WORK_AT_MOST_MS;
}

/**
 * Removes the files and folders with temporary names that killed runs left in a folder. More recent ones are kept,
 * because they may belong to a backup, export or upload in progress.
 */
export async function removeLeftBehind(folder: string, temporary: RegExp, now: Date): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => temporary.test(name));
  for (const path of names.map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => null);
    if (found && isLeftBehind(found.mtime, now)) await rm(path, { recursive: true, force: true });
  }
}
