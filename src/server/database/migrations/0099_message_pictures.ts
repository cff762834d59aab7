import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Pictures in a conversation. When a picture's booking or message is deleted, the picture's row stays until its files
 * are deleted, so that no files are left behind.
 */
export const messagePictures: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("message_picture")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("booking_id", "text", (c) => c.references("booking.id").onDelete("set null"))
      .addColumn("message_id", "text", (c) => c.references("conversation_message.id").onDelete("set null"))
      .addColumn("author", "text", (c) => c.notNull().check(sql`author in ('guest', 'host')`))
      .addColumn("place", "integer", (c) => c.notNull())
      .addColumn("width", "integer", (c) => c.notNull())
      .addColumn("height", "integer", (c) => c.notNull())
      .addColumn("bytes", "integer", (c) => c.notNull())
      .addColumn("digest", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("message_picture_booking").on("message_picture").column("booking_id").execute();
    await db.schema.createIndex("message_picture_message").on("message_picture").column("message_id").execute();
  },
};
