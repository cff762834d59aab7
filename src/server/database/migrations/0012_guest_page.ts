import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** What the guest's own page needs: links, bookings that wait for somebody, and what limits them. */
export const guestPage: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("signing_key")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("secret", "text", (c) => c.notNull())
      .execute();

    // E-mail addresses, as keyed hashes, that were shown to be real a short time ago.
    await db.schema
      .createTable("proven_email")
      .addColumn("email_mark", "text", (c) => c.primaryKey())
      .addColumn("proven_until", "text", (c) => c.notNull())
      .execute();

    // Goes up when the guest's address is corrected: links that were mailed to the wrong one open nothing any more.
    await db.schema
      .alterTable("booking")
      .addColumn("link_generation", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    // Who has to say yes to a pending booking, and until when.
    await db.schema
      .alterTable("booking")
      .addColumn("waits_for", "text", (c) => c.check(sql`waits_for in ('guest', 'host')`))
      .execute();
    await db.schema.alterTable("booking").addColumn("waits_until", "text").execute();
    // The status that the guest asked for, and gets when the wait ends well.
    await db.schema.alterTable("booking").addColumn("asked_status", "text").execute();
    // When the guest has shown, by the link, that the e-mail address is theirs.
    await db.schema.alterTable("booking").addColumn("verified_at", "text").execute();
    // Keyed hashes of network, e-mail and phone, while the limits on unproven nights look at them.
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
