import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The landing page shows which nights are free, so taking or freeing nights invalidates the page cache of every
 * instance, as content changes do in 0015. SQLite has only row triggers: a stay of 30 nights updates the single row of
 * `shown_version` 30 times, but the row is written to disk only once, when the transaction commits.
 */
export function shownNights(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const SQLITE = ["insert", "delete"].map(
  (event) =>
    `create trigger occupied_night_${event}_is_shown after ${event} on occupied_night
     begin update shown_version set version = version + 1; end`,
);

const POSTGRES = [
  `create trigger occupied_night_is_shown after insert or delete on occupied_night
   for each statement execute function call_instances('shown')`,
];
