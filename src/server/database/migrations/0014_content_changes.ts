import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The values before and after each content change, so that the change can be undone. The audit log hides secrets, so it
 * cannot serve this purpose.
 */
export const contentChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("content_change")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("actor", "text", (c) => c.notNull())
      .addColumn("before_value", "text", (c) => c.notNull())
      .addColumn("after_value", "text", (c) => c.notNull())
      .execute();
    await db.schema.alterTable("audit_entry").addColumn("change_id", "text").execute();
  },
};
