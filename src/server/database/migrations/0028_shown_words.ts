import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/**
 * The words of guests stand on public pages, with their first names: a rating that is shown, taken back or erased, and a
 * name that is corrected, are news for every instance that keeps pages, as 0015 has it for the other tables.
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
