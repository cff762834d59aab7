import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Changes of the content in full, so that each can be undone: the audit log hides secrets and so cannot. */
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
