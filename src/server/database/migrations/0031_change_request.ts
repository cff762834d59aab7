import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * A change of dates that waits for the host. Meanwhile, the booking holds its own nights and the requested nights.
 */
export const changeRequest: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("booking").addColumn("change_request", "text").execute();
    await db.schema.alterTable("booking").addColumn("change_until", "text").execute();
    await db.schema.createIndex("booking_change_waiting").on("booking").column("change_until").execute();
  },
};
