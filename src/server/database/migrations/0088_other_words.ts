import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Translations of the host's shorter text fields. */
export const otherWords: Migration = {
  async up(db: Kysely<unknown>) {
    // A new installation has no property yet and starts with the documents of its version.
    await sql`
      insert into site_content (name, value, version) select ${"wordsIn"}, '{}', 1 from property where id = 1
    `.execute(db);
  },
};
