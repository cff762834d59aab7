import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Data for the guest's own page: links, bookings that wait for confirmation, and the limits on what a guest may hold.
 */
export const guestPage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("signing_key")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("secret", "text", (c) => c.notNull())
      .execute();

    // Keyed hashes of email addresses that were verified recently.
    await db.schema
      .createTable("proven_email")
      .addColumn("email_mark", "text", (c) => c.primaryKey())
      .addColumn("proven_until", "text", (c) => c.notNull())
      .execute();

    // Incremented when the email address is corrected, which invalidates links that were mailed to the wrong address.
    await db.schema
      .alterTable("booking")
      .addColumn("link_generation", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    // Who has to confirm a pending booking, and by when.
    await db.schema
      .alterTable("booking")
      .addColumn("waits_for", "text", (c) => c.check(sql`waits_for in ('guest', 'host')`))
      .execute();
    await db.schema.alterTable("booking").addColumn("waits_until", "text").execute();
    // The status that the guest requested, which the booking gets when it is confirmed.
    await db.schema.alterTable("booking").addColumn("asked_status", "text").execute();
    // When the guest verified the email address by opening the link.
    await db.schema.alterTable("booking").addColumn("verified_at", "text").execute();
    // Keyed hashes of network, email and phone, for the limits on what one guest may hold.
    for (const column of ["network_mark", "email_mark", "phone_mark"]) {
      await db.schema.alterTable("booking").addColumn(column, "text").execute();
    }
    await db.schema.createIndex("booking_waiting").on("booking").column("waits_until").execute();
    await db.schema.createIndex("booking_created").on("booking").column("created_at").execute();

    await db.schema
      .alterTable("booking_access")
      .addColumn("by_link", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable("guest").addColumn("erased_at", "text").execute();
  },
};
