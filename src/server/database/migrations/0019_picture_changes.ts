import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Changes of what is said of a picture, and of the images of attractions, in full, so that each can be undone. And the
 * crop of a picture that goes with a link to the site: which one is there.
 */
export const pictureChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("picture_change")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("subject_id", "text", (c) => c.notNull())
      .addColumn("before_value", "text")
      .addColumn("after_value", "text")
      .execute();
    await db.schema.alterTable("picture").addColumn("share", "text").execute();
  },
};
