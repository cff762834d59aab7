import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * The time when the host first confirmed, entered or edited a booking. Existing bookings count as confirmed if the host
 * edited them or a platform sold them.
 */
export const hostConfirmed: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("booking").addColumn("host_confirmed_at", "text").execute();
    await sql`
      update booking set host_confirmed_at = coalesce(
        (select min(e.at) from booking_event e where e.booking_id = booking.id and e.actor not in ('guest', 'time')),
        case when source <> 'direct' then created_at end
      )
    `.execute(db);
  },
};
