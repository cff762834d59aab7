import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Custom messages, and for each row of the outbox, the custom message that it contains, if any. */
export const customMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("custom_message")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("timing", "text", (c) => c.notNull())
      .addColumn("texts", "text", (c) => c.notNull())
      .addColumn("is_on", "integer", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("deleted_at", "text")
      .execute();
    await db.schema.alterTable("scheduled_message").addColumn("custom_id", "text").execute();
    await db.schema.createIndex("scheduled_message_custom").on("scheduled_message").column("custom_id").execute();
  },
};
