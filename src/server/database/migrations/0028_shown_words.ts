import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * Public pages show guests' reviews with first names. A change to a review or to a guest's name therefore invalidates
 * the page cache of every instance, as do changes to the tables of 0015.
 */
export function shownWords(engine: Engine): Migration {
  return {
    async up(db: Kysely<unknown>) {
      for (const statement of engine === "postgres" ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
    },
  };
}

const SQLITE = [
  ...["insert", "update", "delete"].map((event) => [`rating_${event}_is_shown`, `${event} on rating`]),
  ["guest_name_is_shown", "update of name on guest"],
].map(
  ([name, event]) => `create trigger ${name} after ${event} begin update shown_version set version = version + 1; end`,
);

const POSTGRES = [
  ["rating_is_shown", "insert or update or delete on rating"],
  ["guest_name_is_shown", "update of name on guest"],
].map(
  ([name, event]) =>
    `create trigger ${name} after ${event} for each statement execute function call_instances('shown')`,
);
