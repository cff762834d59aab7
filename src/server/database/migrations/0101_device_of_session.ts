import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Stores the device of each session and of each browser that receives notifications, so that signing out another device
 * also stops notifications to that device.
 */
export const deviceOfSession: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("admin_session").addColumn("device_hash", "text").execute();
    await db.schema.alterTable("push_device").addColumn("device_hash", "text").execute();
  },
};
