import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Sign-in data: roles, second factors, recovery codes, unfinished sign-ins, and the attempts that are counted for
 * limits.
 */
export const signInMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("admin")
      .addColumn("role", "text", (c) =>
        c
          .notNull()
          .defaultTo("admin")
          .check(sql`role in ('admin', 'demo')`),
      )
      .execute();
    await db.schema
      .createTable("second_factor")
      .addColumn("admin_id", "text", (c) => c.primaryKey().references("admin.id").onDelete("cascade"))
      .addColumn("secret", "text", (c) => c.notNull())
      .addColumn("enabled_at", "text")
      // The last accepted time step (steps of 30 seconds since 1970). Each step is accepted only once, so an
      // intercepted code cannot be used again.
      .addColumn("last_step", "integer", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("recovery_code")
      .addColumn("code_hash", "text", (c) => c.primaryKey())
      .addColumn("admin_id", "text", (c) => c.notNull().references("admin.id").onDelete("cascade"))
      .execute();
    await db.schema.createIndex("recovery_code_by_admin").on("recovery_code").column("admin_id").execute();
    await db.schema
      .createTable("pending_sign_in")
      .addColumn("token_hash", "text", (c) => c.primaryKey())
      .addColumn("admin_id", "text", (c) => c.notNull().references("admin.id").onDelete("cascade"))
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("tries", "integer", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("sign_in_network")
      .addColumn("network_hash", "text", (c) => c.primaryKey())
      .addColumn("tries", "text", (c) => c.notNull())
      .addColumn("last_at", "text", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("sign_in_failure")
      .addColumn("username_hash", "text", (c) => c.primaryKey())
      .addColumn("failures", "integer", (c) => c.notNull())
      .addColumn("last_at", "text", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("known_network")
      .addColumn("admin_id", "text", (c) => c.notNull().references("admin.id").onDelete("cascade"))
      .addColumn("network_hash", "text", (c) => c.notNull())
      .addColumn("last_at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("known_network_once", ["admin_id", "network_hash"])
      .execute();
    await db.schema.createIndex("admin_session_by_admin").on("admin_session").column("admin_id").execute();
  },
};
