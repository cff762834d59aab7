import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Guests' reviews of their stays. */
export const ratings: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("rating")
      .addColumn("booking_id", "text", (c) => c.primaryKey().references("booking.id").onDelete("cascade"))
      .addColumn("stars", "integer", (c) => c.notNull().check(sql`stars between 1 and 5`))
      .addColumn("words", "text", (c) => c.notNull())
      .addColumn("created_at", "text", (c) => c.notNull())
      .addColumn("changed_at", "text", (c) => c.notNull())
      .addColumn("published", "integer", (c) => c.notNull())
      .execute();
  },
};
