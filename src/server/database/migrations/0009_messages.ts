import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The outbox, the host's message templates, and guests' consent to WhatsApp. */
export const messages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("guest").addColumn("whatsapp", "text").execute();

    await db.schema
      .createTable("scheduled_message")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("message_key", "text", (c) => c.notNull().unique())
      .addColumn("booking_id", "text", (c) => c.references("booking.id").onDelete("cascade"))
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("channel", "text", (c) => c.notNull().check(sql`channel in ('email', 'whatsapp')`))
      .addColumn("status", "text", (c) => c.notNull().check(sql`status in ('pending', 'sent', 'failed', 'skipped')`))
      .addColumn("anchor", "text", (c) => c.notNull())
      .addColumn("scheduled_for", "text", (c) => c.notNull())
      .addColumn("next_try_at", "text", (c) => c.notNull())
      .addColumn("useful_until", "text")
      .addColumn("retry_count", "integer", (c) => c.notNull())
      .addColumn("claimed_by", "text")
      .addColumn("lease_until", "text")
      .addColumn("interruptions", "integer", (c) => c.notNull())
      .addColumn("subject", "text")
      .addColumn("body", "text")
      .addColumn("link", "text")
      .addColumn("to_name", "text")
      .addColumn("to_address", "text")
      .addColumn("sent_at", "text")
      .addColumn("provider_id", "text")
      .addColumn("delivery", "text")
      .addColumn("note", "text")
      .addColumn("skipped_by", "text")
      .addColumn("version", "integer", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("scheduled_message_due")
      .on("scheduled_message")
      .columns(["status", "next_try_at"])
      .execute();
    await db.schema.createIndex("scheduled_message_booking").on("scheduled_message").column("booking_id").execute();
    await db.schema.createIndex("scheduled_message_provider").on("scheduled_message").column("provider_id").execute();

    await db.schema
      .createTable("message_template")
      .addColumn("type", "text", (c) => c.primaryKey())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull())
      .execute();

    await db.schema
      .createTable("message_channel")
      .addColumn("channel", "text", (c) => c.primaryKey())
      .addColumn("paused_until", "text", (c) => c.notNull())
      .addColumn("reason", "text", (c) => c.notNull())
      .execute();

    await db.schema
      .createTable("local_letter")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("at", "text", (c) => c.notNull())
      .addColumn("channel", "text", (c) => c.notNull())
      .addColumn("recipient", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .execute();
  },
};
