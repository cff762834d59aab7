import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The device on which a session was opened and notifications were turned on, so that both end together. */
export const deviceOfSession: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("admin_session").addColumn("device_hash", "text").execute();
    await db.schema.alterTable("push_device").addColumn("device_hash", "text").execute();
  },
};
