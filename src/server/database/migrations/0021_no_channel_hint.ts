import type { Migration } from "kysely/migration";

/** The hint about direct links between platforms is computed from their calendars; this column was never used. */
export const noChannelHint: Migration = {
  async up(db) {
    await db.schema.alterTable("channel").dropColumn("hint").execute();
  },
};
