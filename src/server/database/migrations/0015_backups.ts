import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Stores the result of each backup, the leases for jobs that only one instance should run, and a version number of the
 * public content, by which processes on SQLite notice each other's writes. PostgreSQL notifies all instances instead.
 */
export function operationsMigration(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("backup_run")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("kind", "text", (c) => c.notNull())
        .addColumn("started_at", "text", (c) => c.notNull())
        .addColumn("finished_at", "text", (c) => c.notNull())
        .addColumn("proof", "text")
        .addColumn("reason", "text")
        .addColumn("removed_at", "text")
        .execute();
      await db.schema.createIndex("backup_run_by_start").on("backup_run").column("started_at").execute();
      await db.schema
        .createTable("job_lease")
        .addColumn("job", "text", (c) => c.primaryKey())
        .addColumn("holder", "text", (c) => c.notNull())
        .addColumn("held_until", "text", (c) => c.notNull())
        .execute();
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

/** The tables behind the public pages. */
const SHOWN = ["property", "site_content", "settings", "picture", "attraction_image"];

const SQLITE = [
  "create table rate_count (name text primary key not null, calls integer not null, ends_at text not null)",
  "create table shown_version (id integer primary key check (id = 1), version integer not null)",
  "insert into shown_version (id, version) values (1, 1)",
  ...SHOWN.flatMap((table) =>
    ["insert", "update", "delete"].map(
      (event) => `create trigger ${table}_${event}_is_shown after ${event} on ${table}
        begin update shown_version set version = version + 1; end`,
    ),
  ),
];

const POSTGRES = [
  // The counts may be lost in a crash; in return, writing to an unlogged table does not wait for the disk.
  "create unlogged table rate_count (name text primary key, calls integer not null, ends_at text not null)",
  // This table exists only so that both engines have the same tables; PostgreSQL uses the notification below instead.
  "create table shown_version (id integer primary key check (id = 1), version integer not null)",
  "insert into shown_version (id, version) values (1, 1)",
  `create function call_instances() returns trigger language plpgsql as $$
   begin
     perform pg_notify('latchkey', tg_argv[0]);
     return null;
   end $$`,
  ...SHOWN.map(
    (table) => `create trigger ${table}_is_shown after insert or update or delete on ${table}
      for each statement execute function call_instances('shown')`,
  ),
  `create trigger live_change_is_called after insert on live_change
   for each statement execute function call_instances('live')`,
];
