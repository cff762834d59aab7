import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Engine } from "./dialect.ts";
import type { Schema } from "./schema.ts";

/** A table as found in the database, independent of migrations. */
export type Table = { name: string; columns: Column[] };
export type Column = { name: string; isBoolean: boolean };

/** A row in the same form on both engines: text, numbers, null; bytes as `{ base64 }`. */
export type Row = Record<string, Portable>;
type Portable = string | number | null | { base64: string };

/** The number of rows and a digest of their content, independent of order and engine. */
export type Digest = { rows: number; digest: string };

type Executor = Kysely<Schema>;

/**
 * Tables that are not exported as such: the migrator's own tables, whose list of migrations is exported as the schema
 * version, and the marker table of `restore-files.ts`.
 */
const OWN = /^(kysely_migration|kysely_migration_lock|restore_unfinished|sqlite_.*)$/;
/** Tables with short-lived data (job leases and counts for limits), which are not exported. */
const TRANSIENT_TABLES = ["job_lease", "rate_count"];
const ROWS_AT_ONCE = 1000;

/** The tables that make up the state of an installation. */
export async function stateTablesOf(db: Executor, engine: Engine): Promise<Table[]> {
  return (await tablesOf(db, engine)).filter(({ name }) => !TRANSIENT_TABLES.includes(name));
}

/** Empties the tables with short-lived data in a copy of a whole database. */
export async function clearTransientTables(db: Executor, engine: Engine): Promise<void> {
  for (const { name } of await tablesOf(db, engine)) {
    if (TRANSIENT_TABLES.includes(name)) await sql`delete from ${sql.table(name)}`.execute(db);
  }
}

/** All tables of the product, sorted by name. Those of PostgreSQL's extensions, such as PostGIS, are not included. */
export async function tablesOf(db: Executor, engine: Engine): Promise<Table[]> {
  const { rows } =
    engine === "postgres"
      ? await sql<Found>`${POSTGRES_COLUMNS}`.execute(db)
      : await sql<Found>`${SQLITE_COLUMNS}`.execute(db);
  const tables = new Map<string, Table>();
  for (const { table_name, column_name, kind } of rows) {
    if (OWN.test(table_name)) continue;
    const table = tables.get(table_name) ?? { name: table_name, columns: [] };
    table.columns.push({ name: column_name, isBoolean: kind === "boolean" });
    tables.set(table_name, table);
  }
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
  return [...tables.values()].map((table) => ({ ...table, columns: table.columns.toSorted(byName) })).toSorted(byName);
}

type Found = { table_name: string; column_name: string; kind: string };

/** Generated columns are excluded. */
const POSTGRES_COLUMNS = sql.raw(`
  select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as kind
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and not exists (
      select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )`);
const SQLITE_COLUMNS = sql.raw(`
  select m.name as table_name, x.name as column_name, lower(x.type) as kind
  from sqlite_master m join pragma_table_xinfo(m.name) x
  where m.type = 'table' and x.hidden = 0`);

/** The rows of a table in batches. Runs inside a transaction, so all rows are from the same moment. */
export async function* rowsOf(trx: Executor, engine: Engine, table: Table): AsyncGenerator<Row[]> {
  const query = trx.selectFrom(sql<Record<string, unknown>>`${sql.table(table.name)}`.as("kept")).selectAll();
  if (engine === "sqlite") {
    let some: Row[] = [];
    for await (const row of query.stream()) {
      some.push(portable(table, row));
      if (some.length < ROWS_AT_ONCE) continue;
      yield some;
      some = [];
    }
    if (some.length > 0) yield some;
    return;
  }
  await sql`declare every_row no scroll cursor for ${query}`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(ROWS_AT_ONCE)} from every_row`.execute(trx);
      if (rows.length > 0) yield rows.map((row) => portable(table, row));
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await sql`close every_row`.execute(trx);
  }
}

function portable(table: Table, row: Record<string, unknown>): Row {
  return Object.fromEntries(table.columns.map(({ name }) => [name, portableValue(row[name])]));
}

function portableValue(value: unknown): Portable {
  switch (typeof value) {
    case "string":
    case "number":
      return value;
    case "boolean":
      return value ? 1 : 0;
    case "bigint":
      return Number(value);
    default:
      if (value === null || value === undefined) return null;
      if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString("base64") };
      if (value instanceof Date) return value.toISOString();
      return JSON.stringify(value);
  }
}

/** One row as a line of JSON. Columns are sorted by name, so equal rows give equal lines. */
export const lineOf = (row: Row): string => JSON.stringify(row);

const MODULUS = 1n << 256n;

/**
 * Combines lines into one digest: a sum of hashes, which does not depend on the order of the lines. The engines
 * return rows in different orders. A missing, duplicate or changed line changes the digest.
 */
export function createDigest(): { add: (line: string) => void; done: () => Digest } {
  let sum = 0n;
  let rows = 0;
  return {
    add: (line) => {
      sum = (sum + BigInt(`0x${hash("sha256", line)}`)) % MODULUS;
      rows += 1;
    },
    done: () => ({ rows, digest: sum.toString(16).padStart(64, "0") }),
  };
}

/** The digests of the tables in `stateTablesOf`. */
export async function digestsOf(trx: Executor, engine: Engine): Promise<Record<string, Digest>> {
  const digests: Record<string, Digest> = {};
  for (const table of await stateTablesOf(trx, engine)) {
    const digest = createDigest();
    for await (const rows of rowsOf(trx, engine, table)) for (const row of rows) digest.add(lineOf(row));
    digests[table.name] = digest.done();
  }
  return digests;
}

/** Names of tables whose digests differ, or that exist on one side only. */
export function differences(a: Record<string, Digest>, b: Record<string, Digest>): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name]?.digest !== b[name]?.digest || a[name]?.rows !== b[name]?.rows);
}
