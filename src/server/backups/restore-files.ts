import { access, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { connectDatabase, type Database, type Db, SQLITE_FILE } from "../database/connect.ts";
import { loadContents } from "../database/load.ts";
import { migrate } from "../database/migrate.ts";
import { restoreWithPgRestore } from "../database/postgres-programs.ts";
import { type DatabaseTarget, withSnapshot } from "../database/snapshot.ts";
import { differences, type Digest, digestsOf, forgetFleeting, tablesOf } from "../database/tables.ts";
import { createLogger } from "../runtime/logger.ts";
import { dumpedRows } from "./database-dump.ts";
import { folderPictures, putInPlace } from "./folder-files.ts";
import { ArchiveError, type Manifest, type PictureFiles } from "./ports.ts";
import { refusalOf } from "./use-store.ts";

const quiet = createLogger("silent");

/** Why nothing may be restored here, in words; null when nothing stands in the way. */
export async function refusal(target: DatabaseTarget): Promise<string | null> {
  if (!target.databaseUrl && !(await exists(join(target.dataDir, SQLITE_FILE)))) return null;
  return onDatabase(target, ({ db, engine }) => refusalOf(db, engine));
}

/** An archive in its folder, on the way into an installation that nobody uses yet. */
export type Restoring = {
  target: DatabaseTarget;
  pictures: PictureFiles;
  folder: string;
  manifest: Manifest;
  /** What is to be done to the restored state before anybody sees it. */
  last: (db: Db) => Promise<void>;
};

/** Pictures come first: whatever goes wrong, no record is there before all that it names. Answers how, in words. */
export async function restoreInto(restoring: Restoring): Promise<string> {
  const { pictures, folder } = restoring;
  for (const { name } of await folderPictures(join(folder, "pictures")).list()) {
    await pictures.write(name, join(folder, "pictures", name));
  }
  return (await restoreNative(restoring)) ?? restoreRows(restoring);
}

/** In the engine's own form, into a database that does not exist or has no table; null where that does not fit. */
async function restoreNative({ target, folder, manifest, last }: Restoring): Promise<string | null> {
  if (!manifest.native || manifest.engine !== (target.databaseUrl ? "postgres" : "sqlite")) return null;
  const file = join(folder, manifest.native);
  if (!target.databaseUrl) {
    if (await exists(join(target.dataDir, SQLITE_FILE))) return null;
    await mustBeThese(await sqliteDigests(file), manifest);
    await putInPlace(file, join(target.dataDir, SQLITE_FILE));
    await bringUpToDate(target, last);
    return "the database file";
  }
  if ((await onDatabase(target, ({ db, engine }) => tablesOf(db, engine))).length > 0) return null;
  const restored = await restoreWithPgRestore(target.databaseUrl, file);
  if (!restored.ok) return null;
  await mustBeThese(await allDigests(target), manifest);
  await bringUpToDate(target, last);
  return "pg_restore";
}

async function restoreRows({ target, folder, manifest, last }: Restoring): Promise<string> {
  const rows = (table: string) => dumpedRows(folder, table);
  const loaded = await onDatabase(target, (database) =>
    loadContents(database, { ...manifest, rows }, { refuse: (trx) => refusalOf(trx, database.engine), last }),
  );
  if (!loaded.ok) throw new ArchiveError(loaded.message);
  return "row by row";
}

function bringUpToDate(target: DatabaseTarget, last: Restoring["last"]): Promise<void> {
  return onDatabase(target, async ({ db, engine }) => {
    await forgetFleeting(db, engine);
    await migrate(db, engine);
    await last(db);
  });
}

async function onDatabase<T>(target: DatabaseTarget, work: (database: Database) => Promise<T>): Promise<T> {
  const database = connectDatabase(target, quiet, { patient: true });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** What a copy of a SQLite database says, after SQLite itself has found it whole. */
export async function sqliteDigests(file: string): Promise<Record<string, Digest>> {
  const copy = new BetterSqlite(file, { readonly: true });
  try {
    const said: unknown = copy.pragma("integrity_check", { simple: true });
    if (said !== "ok") throw new ArchiveError(`The database in the file is damaged: ${String(said)}`);
  } finally {
    copy.close();
  }
  return withSnapshot({ databaseUrl: null, sqliteFile: file }, ({ executor, engine }) => digestsOf(executor, engine));
}

export function allDigests(target: DatabaseTarget): Promise<Record<string, Digest>> {
  return withSnapshot(target, ({ executor, engine }) => digestsOf(executor, engine));
}

export async function mustBeThese(found: Record<string, Digest>, manifest: Manifest): Promise<void> {
  const different = differences(found, manifest.tables);
  if (different.length === 0) return;
  throw new ArchiveError(`What was restored differs from what was written, in: ${different.join(", ")}.`);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Longer than anything takes that works in such a folder: a file that comes by a browser has an hour, a backup too. */
const WORK_AT_MOST_MS = 3 * 60 * 60 * 1000;

/** Work folders of runs that were killed. An export or a file that is coming in may be under way in another one. */
export async function leftovers(dataDir: string, now: Date): Promise<string[]> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => name.startsWith("work-"));
  const since = await Promise.all(names.map((name) => stat(join(dataDir, name)).catch(() => null)));
  return names.filter((_, n) => now.getTime() - (since[n]?.mtimeMs ?? now.getTime()) > WORK_AT_MOST_MS);
}
