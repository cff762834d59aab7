import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect, sql } from "kysely";
import type { Config } from "../config.ts";
import { createLogger } from "../runtime/logger.ts";
import { connectDatabase, explainDamage, SQLITE_FILE } from "./connect.ts";
import type { Engine } from "./dialect.ts";
import { copyWithPgDump, type DumpedSnapshot } from "./postgres-programs.ts";
import type { Schema } from "./schema.ts";
import { type Row, type Table, stateTablesOf, rowsOf } from "./tables.ts";

export type DatabaseTarget = Pick<Config, "databaseUrl" | "dataDir">;
type SqliteCopy = { databaseUrl: null; sqliteFile: string };

/** The whole database at one moment, while others continue to write. */
export type Snapshot = {
  engine: Engine;
  /** Names of the migrations that have run: the schema version. */
  migrations: string[];
  tables: Table[];
  rows: (table: Table) => AsyncGenerator<Row[]>;
  /** The last number assigned in each table with sequential numbers. */
  counters: Record<string, number>;
  /** Copies the same snapshot in the engine's native format, or says why that is not possible. */
  copyTo: (file: string) => Promise<{ ok: true } | { ok: false; reason: string }>;
  executor: Kysely<Schema>;
};

/** SQLite: a separate reader keeps its snapshot in the WAL. PostgreSQL: repeatable read. Neither blocks writers. */
export async function withSnapshot<T>(
  target: DatabaseTarget | SqliteCopy,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  if ("sqliteFile" in target) return sqliteSnapshot(target.sqliteFile, work);
  if (target.databaseUrl) return postgresSnapshot(target, target.databaseUrl, work);
  try {
    return await sqliteSnapshot(join(target.dataDir, SQLITE_FILE), work);
  } catch (error) {
    throw explainDamage(error, target.dataDir);
  }
}

async function sqliteSnapshot<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const file = new BetterSqlite(path, { readonly: true, fileMustExist: true });
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: file }) });
  try {
    return await db.transaction().execute(async (trx) => {
      const known = await describe(trx, "sqlite");
      const copyTo: Snapshot["copyTo"] = async (to) => {
        // Within this transaction the online backup reads the same snapshot.
        await file.backup(to);
        return { ok: true };
      };
      return work({ ...known, copyTo });
    });
  } finally {
    await db.destroy();
  }
}

async function postgresSnapshot<T>(target: DatabaseTarget, url: string, work: (snapshot: Snapshot) => Promise<T>) {
  const { db, close } = connectDatabase(target, createLogger("silent"), { patient: true });
  try {
    return await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (trx) => {
        const { rows } = await sql<DumpedSnapshot>`
          select pg_export_snapshot() as id, current_schema() as schema,
            current_setting('server_version') as version`.execute(trx);
        const known = await describe(trx, "postgres");
        const moment = rows[0] ?? { id: "", schema: "", version: "" };
        return work({ ...known, copyTo: (to) => copyWithPgDump(url, moment, to) });
      });
  } finally {
    await close();
  }
}

async function describe(trx: Kysely<Schema>, engine: Engine): Promise<Omit<Snapshot, "copyTo">> {
  const tables = await stateTablesOf(trx, engine);
  return {
    engine,
    tables,
    migrations: await migrationsIn(trx),
    counters: await countersOf(trx, engine, tables),
    rows: (table) => rowsOf(trx, engine, table),
    executor: trx,
  };
}

/** The names of the migrations in the order in which they ran, which is also alphabetical order. */
export async function migrationsIn(trx: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(trx);
  return rows.map((row) => row.name);
}

async function countersOf(trx: Kysely<Schema>, engine: Engine, tables: Table[]): Promise<Record<string, number>> {
  // SQLite creates this table when the first autoincrement table is created.
  const numbering = sql`select 1 from sqlite_master where name = 'sqlite_sequence'`;
  if (engine === "sqlite" && (await numbering.execute(trx)).rows.length === 0) return {};
  const { rows } =
    engine === "sqlite"
      ? await sql<Counter>`select name, seq as last from sqlite_sequence`.execute(trx)
      : await sql<Counter>`
          select c.relname as name, s.last_value as last
          from pg_sequences s
          join pg_class q on q.relname = s.sequencename and q.relnamespace = current_schema()::regnamespace
          join pg_depend d on d.objid = q.oid and d.deptype = 'i'
          join pg_class c on c.oid = d.refobjid
          where s.schemaname = current_schema() and s.last_value is not null`.execute(trx);
  const ours = new Set(tables.map(({ name }) => name));
  const used = rows.filter(({ name, last }) => ours.has(name) && last > 0);
  return Object.fromEntries(used.map(({ name, last }) => [name, Number(last)]));
}
type Counter = { name: string; last: number };
