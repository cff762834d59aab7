import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The texts in the history that record an offer, and that it was made despite a warning. */
const OFFERED = "Offered to the guest";
const DESPITE = "the host has checked the platforms";

/**
 * When the host made the last offer, if it was made despite a warning about platforms. Until this migration, only the
 * text of the history showed this.
 */
export const offeredDespite: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("booking").addColumn("offered_despite_at", "text").execute();
    const { rows } = await sql<{ booking_id: string; at: string; event: string }>`
      select booking_id, at, event from booking_event where event like ${`${OFFERED}%`} order by booking_version`.execute(
      db,
    );
    const last = new Map(rows.map((row) => [row.booking_id, row]));
    for (const { booking_id, at, event } of last.values()) {
      if (!event.includes(DESPITE)) continue;
      await sql`update booking set offered_despite_at = ${at} where id = ${booking_id}`.execute(db);
    }
  },
};
