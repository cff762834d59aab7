import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Engine } from "../dialect.ts";

/** What the host records on a booking: notes, payments, and the cancellation fee. */
export function adminBookings(engine: Engine): Migration {
  const date = engine === "postgres" ? sql`date` : sql`text`;
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable("booking")
        .addColumn("host_notes", "text", (c) => c.notNull().defaultTo(""))
        .execute();
      await db.schema
        .alterTable("booking")
        .addColumn("cancellation_fee_cents", "integer", (c) => c.check(sql`cancellation_fee_cents >= 0`))
        .execute();
      // Orders events within one millisecond.
      await db.schema
        .alterTable("booking_event")
        .addColumn("booking_version", "integer", (c) => c.notNull().defaultTo(1))
        .execute();

      await db.schema
        .createTable("payment")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("booking_id", "text", (c) => c.notNull().references("booking.id"))
        .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('payment', 'refund')`))
        .addColumn("amount_cents", "integer", (c) => c.notNull().check(sql`amount_cents > 0`))
        .addColumn("method", "text", (c) => c.notNull())
        .addColumn("paid_on", date, (c) => c.notNull())
        .addColumn("recorded_at", "text", (c) => c.notNull())
        .addColumn("recorded_by", "text", (c) => c.notNull())
        .execute();
      await db.schema.createIndex("payment_by_booking").on("payment").column("booking_id").execute();
    },
  };
}
