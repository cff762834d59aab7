import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import pg from "pg";
import type { DatabaseTarget } from "../database/snapshot.ts";
import { loadContents } from "../database/load.ts";
import { restoreWithPgRestore } from "../database/postgres-programs.ts";
import { UNLIMITED } from "../database/postgres-session.ts";
import { dumpedRows } from "./database-dump.ts";
import { ArchiveError, type Manifest } from "./ports.ts";
import { allDigests, assertSameDigests, isLeftBehind, onDatabase, sqliteDigests } from "./restore-files.ts";

/**
 * Restores the database in an unpacked archive beside the real data and compares every table with the digests made when
 * the archive was written. Checks every format of the database that the archive contains. Returns a description of
 * where it was restored.
 */
export async function proveDatabase(target: DatabaseTarget, folder: string, manifest: Manifest): Promise<string> {
  if (!target.databaseUrl) {
    if (manifest.native) await assertSameDigests(await sqliteDigests(join(folder, manifest.native)), manifest);
    await proveRows({ databaseUrl: null, dataDir: join(folder, "scratch") }, folder, manifest);
    return "a temporary SQLite file";
  }
  const url = target.databaseUrl;
  if (!(await mayMakeDatabases(url))) {
    if (manifest.native)
      throw new ArchiveError(
        "The backup cannot be tested: the PostgreSQL account is not allowed to create a temporary database.",
      );
    await proveRows({ databaseUrl: null, dataDir: join(folder, "scratch") }, folder, manifest);
    return "a temporary SQLite file, because the PostgreSQL account is not allowed to create databases";
  }
  const { native } = manifest;
  const madeAt = new Date(manifest.madeAt);
  if (native) {
    await withScratchDatabase(url, madeAt, async (scratch) => {
      const restored = await restoreWithPgRestore(scratch, join(folder, native));
      if (!restored.ok) throw new ArchiveError(restored.reason);
      await assertSameDigests(await allDigests({ databaseUrl: scratch, dataDir: folder }), manifest);
    });
  }
  await withScratchDatabase(url, madeAt, (scratch) =>
    proveRows({ databaseUrl: scratch, dataDir: folder }, folder, manifest),
  );
  return native ? "temporary PostgreSQL databases, by pg_restore and row by row" : "a temporary PostgreSQL database";
}

/** Loads the rows into a scratch database; loading includes comparing the rows with the digests. */
async function proveRows(scratch: { databaseUrl: string | null; dataDir: string }, folder: string, manifest: Manifest) {
  await mkdir(scratch.dataDir, { recursive: true, mode: 0o700 });
  const contents = { ...manifest, rows: (table: string) => dumpedRows(folder, table) };
  const loaded = await onDatabase(scratch, (database) => loadContents(database, contents));
  if (!loaded.ok) throw new ArchiveError(loaded.message);
}

/**
 * Whether the database account may create databases for verification, and connect to them: a pooler may have a list of
 * databases.
 */
export async function mayMakeDatabases(url: string): Promise<boolean> {
  const isAllowed = await onServer(url, async (client) => {
    const query = "select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user";
    const { rows } = await client.query<{ may: boolean }>(query);
    return rows[0]?.may ?? false;
  });
  if (!isAllowed) return false;
  return withScratchDatabase(url, new Date(), () => true).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && REFUSED.test(String(error.code))) return false;
    throw error;
  });
}

/** By `pg_hba.conf`, for lack of a permission, because the database is unknown, or by a pooler. */
const REFUSED = /^(28|42501|3D000|08P01)/;

/**
 * Drops the scratch databases that killed runs left behind: they contain all guests' data. A database in use has
 * connections, or a session named after it exists.
 */
export async function dropStaleDatabases(url: string, now: Date): Promise<void> {
  await onServer(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select datname as name from pg_database as d
      where datname like 'latchkey\\_scratch\\_%' and pg_has_role(datdba, 'usage')
        and not exists (
          select from pg_stat_activity as a where a.datid = d.oid or a.application_name = d.datname)`);
    for (const { name } of rows) {
      // Earlier versions did not name a session, and versions before 0.3 did not put the time into the database's name.
      const [, madeAt = 0, session] = /^latchkey_scratch_(\d+)_(session_)?/.exec(name) ?? [];
      if (session !== undefined || isLeftBehind(new Date(Number(madeAt)), now))
        await client.query(`drop database if exists ${client.escapeIdentifier(name)}`);
    }
  });
}

export function scratchName(madeAt: Date): string {
  return `latchkey_scratch_${madeAt.getTime()}_session_${randomBytes(6).toString("hex")}`;
}

async function withScratchDatabase<T>(
  url: string,
  madeAt: Date,
  work: (scratch: string) => T | Promise<T>,
): Promise<T> {
  const name = scratchName(madeAt);
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  return onServer(url, async (session) => {
    // If this connection is lost, another one drops the database.
    session.on("error", () => undefined);
    await session.query(`set application_name = ${name}`);
    // The server's other databases, and so the ones that it creates, may have another encoding.
    await session.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`);
    try {
      await onServer(scratch.href, makeSchema);
      return await work(scratch.href);
    } finally {
      await onServer(url, (client) => client.query(`drop database if exists ${name} with (force)`));
    }
  });
}

/** The account, or DATABASE_URL, may name a schema that a new database does not have. */
async function makeSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>(`
    select case when current_schema() is null then trim('" ' from split_part(current_setting('search_path'), ',', 1))
    end as name`);
  if (rows[0]?.name) await client.query(`create schema ${client.escapeIdentifier(rows[0].name)}`);
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  await client.connect();
  try {
    await client.query(UNLIMITED);
    return await work(client);
  } finally {
    await client.end();
  }
}
