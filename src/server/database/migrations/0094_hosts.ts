import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Invitations for more hosts, the time when each host was last seen, and each host's email notifications. */
export const hosts: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("admin").addColumn("last_seen_at", "text").execute();
    await db.schema
      .createTable("host_invitation")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("token_hash", "text", (c) => c.notNull().unique())
      .addColumn("email", "text", (c) => c.notNull())
      .addColumn("invited_by", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("expires_at", "text", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("notification_choice")
      .addColumn("admin_id", "text", (c) => c.primaryKey().references("admin.id").onDelete("cascade"))
      .addColumn("emails", "text", (c) => c.notNull())
      .addColumn("events", "text", (c) => c.notNull())
      .addColumn("summary_hour", "integer")
      .execute();
  },
};
