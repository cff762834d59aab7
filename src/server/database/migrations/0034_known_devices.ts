import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Devices from which admins have signed in, and emailed links that make a device one of these. Wrong tries are counted
 * in `sign_in_network` from now on, whomever they are counted for; `sign_in_failure` stays for instances of the version
 * before, which count there while both run.
 */
export const knownDevices: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("known_device")
      .addColumn("device_hash", "text", (c) => c.notNull())
      .addColumn("admin_id", "text", (c) => c.notNull().references("admin.id").onDelete("cascade"))
      .addColumn("last_at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("known_device_once", ["device_hash", "admin_id"])
      .execute();
    await db.schema
      .createTable("sign_in_link")
      .addColumn("token_hash", "text", (c) => c.primaryKey())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("opened_at", "text")
      .addColumn("device_hash", "text")
      .execute();
  },
};
