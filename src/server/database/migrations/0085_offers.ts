import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The time by which the guest of a pending booking must accept the host's offer. */
export const offers: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("booking").addColumn("offer_until", "text").execute();
    await db.schema.createIndex("booking_offer_until").on("booking").column("offer_until").execute();
  },
};
