import type { Migration } from "kysely/migration";

/**
 * Data for uncertain imports: the stays that were known when many suddenly vanished from a calendar, the stay that a
 * new stay seems to replace, and the other stay if two platforms show the same nights.
 */
export const channelDoubts: Migration = {
  async up(db) {
    await db.schema
      .alterTable("channel")
      .addColumn("held_known", "text", (column) => column.notNull().defaultTo(""))
      .execute();
    await db.schema.alterTable("channel_stay").addColumn("moved_from", "text").execute();
    await db.schema
      .alterTable("channel_review")
      .addColumn("other_stay_id", "text", (column) => column.references("channel_stay.id"))
      .execute();
  },
};
