import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Changes to a booking are collected into one message, which lists what has changed since the last one. */
export const coalescedMessages: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("scheduled_message").addColumn("topic", "text").execute();
    await db.schema.alterTable("scheduled_message").addColumn("known_stay", "text").execute();
    await db.schema.createIndex("scheduled_message_topic").on("scheduled_message").column("topic").execute();
  },
};
