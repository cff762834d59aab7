import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The cleaner's page, the completed cleanings, and the plan that was last sent to the cleaner. */
export const cleaning: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("cleaner_page")
      .addColumn("id", "integer", (c) => c.primaryKey())
      .addColumn("token", "text", (c) => c.notNull().unique())
      .addColumn("note", "text", (c) => c.notNull())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("opened_at", "text", (c) => c.notNull())
      .addColumn("told", "text")
      .addColumn("told_count", "integer", (c) => c.notNull())
      .addColumn("seen", "text")
      .addColumn("seen_at", "text")
      .addColumn("changing_since", "text")
      .execute();
    await db.schema
      .createTable("cleaning_done")
      .addColumn("day", "text", (c) => c.primaryKey())
      .addColumn("done_at", "text", (c) => c.notNull())
      .addColumn("done_by", "text", (c) => c.notNull())
      .execute();
  },
};
