import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The values before and after each change to picture details and attraction images, so that the change can be undone.
 * Also adds, for each picture, the file that is cropped for link previews.
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
