import type { Migration } from "kysely/migration";

/** The hint about direct links between platforms is made from what they show; the column was never filled. */
export const noChannelHint: Migration = {
  async up(db) {
    await db.schema.alterTable("channel").dropColumn("hint").execute();
  },
};
