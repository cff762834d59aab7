import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Passkeys, long sessions, and names for devices. Instances of the previous version do not know about these columns, so
 * rows that they write get the defaults.
 */
export const passkeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("admin_session")
      .addColumn("kept", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("admin_session").addColumn("confirmed_at", "text").execute();
    await db.schema.alterTable("known_device").addColumn("user_agent", "text").execute();
    await db.schema
      .createTable("passkey")
      .addColumn("credential_id", "text", (c) => c.primaryKey())
      .addColumn("admin_id", "text", (c) => c.notNull().references("admin.id").onDelete("cascade"))
      .addColumn("public_key", "text", (c) => c.notNull())
      .addColumn("counter", "bigint", (c) => c.notNull())
      .addColumn("transports", "text", (c) => c.notNull())
      .addColumn("rp_id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("last_used_at", "text")
      .execute();
    await db.schema.createIndex("passkey_by_admin").on("passkey").column("admin_id").execute();
    // Each challenge can be answered only once.
    await db.schema
      .createTable("used_challenge")
      .addColumn("challenge_hash", "text", (c) => c.primaryKey())
      .addColumn("used_at", "text", (c) => c.notNull())
      .execute();
  },
};
