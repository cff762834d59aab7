import { type Kysely, sql } from "kysely";
import type { Database } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import { StartProblem } from "../runtime/start-problem.ts";

/**
 * Creates a table that exists in a PostgreSQL database while pg_restore fills the database. Without the table, a server
 * could start with a database whose restore was interrupted before calendars, messages and payments were put on hold.
 * (On SQLite, the database file appears last.)
 */
export async function beginRestore(db: Kysely<Schema>): Promise<void> {
  await sql`create table if not exists restore_unfinished (id integer)`.execute(db);
}

export async function endRestore(db: Kysely<Schema>): Promise<void> {
  await sql`drop table if exists restore_unfinished`.execute(db);
}

export async function isRestoreUnfinished({ db, engine }: Pick<Database, "db" | "engine">): Promise<boolean> {
  if (engine === "sqlite") return false;
  const { rows } = await sql<{ mark: string | null }>`
    select to_regclass(quote_ident(current_schema()) || '.restore_unfinished')::text as mark`.execute(db);
  return (rows[0]?.mark ?? null) !== null;
}

/** Call this before the database is backed up or migrated. */
export async function refuseUnfinishedRestore(database: Pick<Database, "db" | "engine">): Promise<void> {
  if (await isRestoreUnfinished(database))
    throw new StartProblem(
      "A restore into this database was interrupted. Restore the backup again: npm run latchkey -- restore <file>",
    );
}
