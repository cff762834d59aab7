import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The language of guests and stored emails, the host's message templates by language, and the host's translations. */
export const languages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("booking")
      .addColumn("language", "text", (c) => c.notNull().defaultTo("en"))
      .execute();
    await db.schema.alterTable("scheduled_message").addColumn("language", "text").execute();
    await db.schema
      .createTable("message_translation")
      .addColumn("type", "text", (c) => c.notNull())
      .addColumn("language", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("version", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("message_translation_pk", ["type", "language"])
      .execute();
    // A new installation has no property yet and starts with the documents of its version.
    for (const name of ["directionsIn", "checkInInstructionsIn"]) {
      await sql`
        insert into site_content (name, value, version) select ${name}, '{}', 1 from property where id = 1
      `.execute(db);
    }
  },
};
