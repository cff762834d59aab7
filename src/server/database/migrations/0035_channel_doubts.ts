import type { Migration } from "kysely/migration";

/**
 * What the import remembers while it is in doubt: the stays that were known when a calendar suddenly lacked many, the
 * stay whose dates a new one seems to be, and the second stay of a question about two platforms.
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
