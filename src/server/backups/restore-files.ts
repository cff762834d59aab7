import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import BetterSqlite from "better-sqlite3";
import { connectDatabase, SQLITE_FILE } from "../database/connect.ts";
import { loadContents } from "../database/load.ts";
import { migrate } from "../database/migrate.ts";
import { restoreWithPgRestore } from "../database/postgres-programs.ts";
import { type DatabaseTarget, withSnapshot } from "../database/snapshot.ts";
import { differences, type Digest, digestsOf, forgetFleeting, tablesOf } from "../database/tables.ts";
import { createLogger } from "../runtime/logger.ts";
import { dumpedRows } from "./database-dump.ts";
import { folderPictures, putInPlace } from "./folder-files.ts";
import { ArchiveError, type Manifest, type PictureFiles } from "./ports.ts";

const quiet = createLogger("silent");

/** Rows of these mean that somebody works with this installation. */
const SIGNS_OF_USE = { booking: "bookings", owner_block: "blocked nights", channel: "connected platforms" };

/** What stands in the way of a restore, in words; null when nothing does. */
export async function signsOfUse(target: DatabaseTarget): Promise<string | null> {
  if (!target.databaseUrl && !(await exists(join(target.dataDir, SQLITE_FILE)))) return null;
  const { db, engine, close } = connectDatabase(target, quiet, { patient: true });
  try {
    const names = new Set((await tablesOf(db, engine)).map((table) => table.name));
    const found: string[] = [];
    for (const [table, words] of Object.entries(SIGNS_OF_USE)) {
      if (!names.has(table)) continue;
      const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(db);
      if ((rows[0]?.rows ?? 0) > 0) found.push(`${rows[0]?.rows ?? 0} ${words}`);
    }
    return found.length > 0 ? found.join(", ") : null;
  } finally {
    await close();
  }
}

/** Puts an unpacked archive into an installation that nobody uses yet. How it was done is answered in words. */
export async function restoreInto(
  target: DatabaseTarget,
  pictures: PictureFiles,
  folder: string,
  manifest: Manifest,
): Promise<string> {
  const how = (await restoreNative(target, folder, manifest)) ?? (await restoreRows(target, folder, manifest));
  for (const { name } of await folderPictures(join(folder, "pictures")).list()) {
    await pictures.write(name, join(folder, "pictures", name));
  }
  return how;
}

/** In the engine's own form, into a database that does not exist or has no table; null where that does not fit. */
async function restoreNative(target: DatabaseTarget, folder: string, manifest: Manifest): Promise<string | null> {
  if (!manifest.native || manifest.engine !== (target.databaseUrl ? "postgres" : "sqlite")) return null;
  const file = join(folder, manifest.native);
  if (!target.databaseUrl) {
    if (await exists(join(target.dataDir, SQLITE_FILE))) return null;
    await mustBeThese(await sqliteDigests(file), manifest);
    await putInPlace(file, join(target.dataDir, SQLITE_FILE));
    await bringUpToDate(target);
    return "the database file";
  }
  if ((await tablesIn(target)).length > 0) return null;
  const restored = await restoreWithPgRestore(target.databaseUrl, file);
  if (!restored.ok) return null;
  await mustBeThese(await allDigests(target), manifest);
  await bringUpToDate(target);
  return "pg_restore";
}

async function restoreRows(target: DatabaseTarget, folder: string, manifest: Manifest): Promise<string> {
  const database = connectDatabase(target, quiet, { patient: true });
  try {
    const rows = (table: string) => dumpedRows(folder, table);
    const loaded = await loadContents(database, { ...manifest, rows });
    if (!loaded.ok) throw new ArchiveError(loaded.message);
    return "row by row";
  } finally {
    await database.close();
  }
}

async function bringUpToDate(target: DatabaseTarget): Promise<void> {
  const { db, engine, close } = connectDatabase(target, quiet, { patient: true });
  try {
    await forgetFleeting(db, engine);
    await migrate(db, engine);
  } finally {
    await close();
  }
}

async function tablesIn(target: DatabaseTarget): Promise<unknown[]> {
  const { db, engine, close } = connectDatabase(target, quiet, { patient: true });
  try {
    return await tablesOf(db, engine);
  } finally {
    await close();
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

/** Work folders of runs that were killed. */
export async function leftovers(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names.filter((name) => name.startsWith("work-"));
}
