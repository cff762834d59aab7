import type { Migration } from "kysely/migration";

/**
 * Removes a column that was never used: the hint about direct links between platforms is computed from their calendars.
 */
export const noChannelHint: Migration = {
  async up(db) {
    await db.schema.alterTable("channel").dropColumn("hint").execute();
  },
};
