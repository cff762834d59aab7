import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** When a booking or a platform's stay took the nights that it has, if that was after it was created or first seen. */
export const nightsSince: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("booking").addColumn("nights_since", "text").execute();
    await db.schema.alterTable("channel_stay").addColumn("nights_since", "text").execute();
  },
};
