import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** One row with the host's settings for the portal. Without the row, the defaults of SPEC 9 apply. */
export const settingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("settings")
      .addColumn("id", "integer", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull())
      .execute();
  },
};
