import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Changes of one booking wait a little and become one message; it says what changed since its reader was last told. */
export const coalescedMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("scheduled_message").addColumn("topic", "text").execute();
    await db.schema.alterTable("scheduled_message").addColumn("known_stay", "text").execute();
    await db.schema.createIndex("scheduled_message_topic").on("scheduled_message").column("topic").execute();
  },
};
