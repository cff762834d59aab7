import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Devices from which admins have signed in, and emailed links that mark a device as known. Failed attempts of every
 * kind are now counted in `sign_in_network`; `sign_in_failure` remains for instances of the previous version, which
 * count attempts there while both versions run.
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
