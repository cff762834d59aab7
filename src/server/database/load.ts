import { CompiledQuery, type Kysely, sql } from "kysely";
import type { Database } from "./connect.ts";
import type { Engine } from "./dialect.ts";
import { createMigrationTables, migrate, migrations } from "./migrations/migrate.ts";
import type { Schema } from "./schema.ts";
import { differences, type Digest, digestsOf, type Row, type Table, tablesOf } from "./tables.ts";

/** The contents of a database, as read from a backup or an export. */
export type Contents = {
  migrations: string[];
  tables: Record<string, Digest>;
  counters: Record<string, number>;
  rows: (table: string) => AsyncIterable<Row[]>;
};

export type LoadHooks = {
  /**
   * A check that runs while other writers are locked out and before any data has changed; returns the reason for
   * refusing, if any.
   */
  refuse?: (trx: Kysely<Schema>) => Promise<string | null>;
  /** Runs at the end of the transaction, after the comparison. */
  last?: (trx: Kysely<Schema>) => Promise<void>;
};

export type LoadResult = { ok: true } | { ok: false; message: string };

class NotLoaded extends Error {}

/**
 * Replaces the whole database with `contents` in one transaction: first creates the schema of the version that wrote
 * the contents, then inserts the rows and compares them by digest, then runs the migrations added since that version.
 */
export async function loadContents(
  { db, engine }: Database,
  contents: Contents,
  { refuse, last }: LoadHooks = {},
): Promise<LoadResult> {
  const newer = newerVersion(engine, contents);
  if (newer) return { ok: false, message: newer };
  // A scratch database gets its schema below. Every upgrade verifies its backup in such a database while the site is
  // down.
  const isEmpty = !refuse && (await tablesOf(db, engine)).length === 0;
  await (isEmpty ? createMigrationTables(db, engine) : migrate(db, engine));
  try {
    await db.transaction().execute(async (trx) => {
      await keepOthersOut(trx, engine);
      const refused = await refuse?.(trx);
      if (refused) throw new NotLoaded(refused);
      await dropEverything(trx, engine);
      await runMigrations(trx, engine, contents.migrations);
      const tables = await tablesOf(trx, engine);
      const others = Object.keys(contents.tables).filter((table) => !tables.some(({ name }) => name === table));
      if (others.length > 0)
        throw new NotLoaded(
          `The database also contains tables that are not Latchkey's: ${others.join(", ")}. Move them to another database, because backups and exports cannot contain them.`,
        );
      await withoutGuards(trx, engine, tables, () => insertAll(trx, engine, tables, contents));
      await setCounters(trx, engine, contents.counters);
      const different = differences(await digestsOf(trx, engine), contents.tables);
      if (different.length > 0) {
        const where = different.join(", ");
        throw new NotLoaded(`The loaded data differs from the original in: ${where}. Nothing changed.`);
      }
      const known = Object.keys(migrations(engine));
      await runMigrations(
        trx,
        engine,
        known.filter((name) => !contents.migrations.includes(name)),
      );
      await noteMigrations(trx, known);
      await last?.(trx);
      await notifyInstances(trx, engine);
    });
  } catch (error) {
    if (!(error instanceof NotLoaded)) throw error;
    return { ok: false, message: error.message };
  }
  return { ok: true };
}

/** A message for the host if a newer version of Latchkey wrote the contents; otherwise null. */
export function newerVersion(engine: Engine, contents: Pick<Contents, "migrations">): string | null {
  const known = Object.keys(migrations(engine));
  const unknown = contents.migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  return `It was written by a newer version of Latchkey (with the migrations ${unknown.join(", ")}). Update Latchkey, then try again.`;
}

async function runMigrations(trx: Kysely<Schema>, engine: Engine, names: string[]): Promise<void> {
  const all = migrations(engine);
  for (const name of names) await all[name]?.up(trx);
}

/** An SQLite transaction begins by taking the write lock. */
async function keepOthersOut(trx: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === "sqlite") return;
  const tables = (await tablesOf(trx, engine)).map(({ name }) => sql.table(name));
  if (tables.length > 0) await sql`lock table ${sql.join(tables)} in access exclusive mode`.execute(trx);
}

/** Tells running instances to drop everything they have cached (`database/change-notifier.ts`). */
async function notifyInstances(trx: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === "postgres") await sql`select pg_notify('latchkey', 'replaced')`.execute(trx);
}

async function dropEverything(trx: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === "sqlite") await sql`pragma defer_foreign_keys = on`.execute(trx);
  const cascade = engine === "postgres" ? sql.raw(" cascade") : sql.raw("");
  for (const table of await tablesOf(trx, engine))
    await sql`drop table ${sql.table(table.name)}${cascade}`.execute(trx);
  if (engine !== "postgres") return;
  const functions = await sql<{ name: string }>`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`.execute(trx);
  for (const { name } of functions.rows) await sql`drop function if exists ${sql.raw(name)} cascade`.execute(trx);
}

/**
 * Rows are inserted table by table, so constraints between tables hold only at the end. Triggers are disabled
 * meanwhile: the rows that they would write are included in the contents, which come from a database that enforced the
 * same rules.
 */
async function withoutGuards(trx: Kysely<Schema>, engine: Engine, tables: Table[], work: () => Promise<void>) {
  if (engine === "sqlite") {
    const triggers = await sql<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'trigger'`.execute(trx);
    for (const { name } of triggers.rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx);
    await work();
    for (const trigger of triggers.rows) await sql.raw(trigger.sql).execute(trx);
    return;
  }
  const keys = await sql<{ table_name: string; name: string }>`
    select c.relname as table_name, k.conname as name from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and not k.condeferrable and c.relnamespace = current_schema()::regnamespace`.execute(trx);
  const ownKeys = keys.rows.filter(({ table_name }) => tables.some(({ name }) => name === table_name));
  const deferrable = async (how: string) => {
    for (const { table_name, name } of ownKeys) {
      await sql`alter table ${sql.table(table_name)} alter constraint ${sql.ref(name)} ${sql.raw(how)}`.execute(trx);
    }
  };
  await deferrable("deferrable initially deferred");
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
  await work();
  await sql`set constraints all immediate`.execute(trx);
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
  await deferrable("not deferrable");
}

/** Both engines allow more placeholders than this in one statement. */
const MAX_PLACEHOLDERS = 30_000;
/** SQLite runs in this process, so more rows per statement would gain nothing. */
const ROWS_AT_ONCE = { sqlite: 50, postgres: 500 } satisfies Record<Engine, number>;

async function insertAll(trx: Kysely<Schema>, engine: Engine, tables: Table[], contents: Contents): Promise<void> {
  for (const table of tables) {
    // Rows that migrations have inserted are included in the contents.
    await sql`delete from ${sql.table(table.name)}`.execute(trx);
    if (!contents.tables[table.name]) continue;
    const atOnce = Math.min(ROWS_AT_ONCE[engine], Math.floor(MAX_PLACEHOLDERS / table.columns.length));
    const insert = insertInto(engine, table);
    const waiting: Row[] = [];
    for await (const rows of contents.rows(table.name)) {
      waiting.push(...rows);
      while (waiting.length >= atOnce) await insert(trx, waiting.splice(0, atOnce));
    }
    if (waiting.length > 0) await insert(trx, waiting);
  }
}

/**
 * Kysely takes longer to build a statement than the database takes to run it, so each statement is built once for each
 * number of rows, and reused.
 */
function insertInto(engine: Engine, table: Table) {
  const texts = new Map<number, string>();
  return async (trx: Kysely<Schema>, rows: Row[]): Promise<void> => {
    const text = texts.get(rows.length) ?? textFor(trx, engine, table, rows.length);
    texts.set(rows.length, text);
    const values = rows.flatMap((row) => table.columns.map((column) => valueFor(engine, column, row)));
    await trx.executeQuery(CompiledQuery.raw(text, values));
  };
}

function textFor(trx: Kysely<Schema>, engine: Engine, table: Table, rows: number): string {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const row = () => sql`(${sql.join(table.columns.map(() => null))})`;
  const values = sql.join(Array.from({ length: rows }, row));
  const numbers = engine === "postgres" ? sql.raw(" overriding system value") : sql.raw("");
  return sql`insert into ${sql.table(table.name)} (${columns})${numbers} values ${values}`.compile(trx).sql;
}

function valueFor(engine: Engine, column: Table["columns"][number], row: Row): unknown {
  const value = row[column.name] ?? null;
  if (value === null) return null;
  if (typeof value === "object") return Buffer.from(value.base64, "base64");
  return engine === "postgres" && column.isBoolean ? value !== 0 : value;
}

/** New rows get numbers after the last one used, even if the row with that number has been deleted. */
async function setCounters(trx: Kysely<Schema>, engine: Engine, counters: Record<string, number>): Promise<void> {
  for (const [table, last] of Object.entries(counters)) {
    if (engine === "sqlite") {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(trx);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(trx);
    } else {
      await sql`
        select setval(pg_get_serial_sequence(${table}, a.attname), ${last}::bigint) from pg_attribute a
        where a.attrelid = ${table}::regclass and a.attidentity <> ''`.execute(trx);
    }
  }
}

/** Records in Kysely's own table that the migrations have run. */
async function noteMigrations(trx: Kysely<Schema>, names: string[]): Promise<void> {
  const now = new Date().toISOString();
  await sql`delete from kysely_migration`.execute(trx);
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(trx);
}
