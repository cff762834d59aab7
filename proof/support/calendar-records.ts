import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Db } from "#server/database/connect.ts";
import type { Booked } from "./calendar-model.ts";

export type Records = {
  /** By night: the id of a booking, or the reason of a block. */
  nights: Map<LocalDate, string>;
  bookings: Map<string, Booked>;
  /** By their reasons. */
  blocks: string[];
  history: Map<string, string[]>;
  blockActs: Set<string>;
  rateCents: number;
};

export async function recordsOf(db: Db, rateCents: number): Promise<Records> {
  const bookings = await db.selectFrom("booking").selectAll().execute();
  const blocks = await db.selectFrom("owner_block").select(["id", "reason"]).execute();
  const nights = await db.selectFrom("occupied_night").select(["night", "booking_id", "block_id"]).execute();
  const reasons = new Map(blocks.map(({ id, reason }) => [id, reason]));
  const events = await db.selectFrom("booking_event").selectAll().orderBy("booking_version").execute();
  const acts = await db.selectFrom("audit_entry").select(["act", "before_value", "after_value"]).execute();
  return {
    rateCents,
    nights: new Map(nights.map((row) => [row.night, row.booking_id ?? reasons.get(row.block_id ?? "") ?? ""])),
    bookings: new Map(
      bookings.map((row) => [
        row.id,
        {
          checkIn: row.check_in,
          checkOut: row.check_out,
          guestCount: row.guest_count,
          totalCents: row.total_cents,
          status: row.status,
          version: row.version,
        },
      ]),
    ),
    blocks: blocks.map((row) => row.reason),
    history: new Map(
      [...Map.groupBy(events, (row) => row.booking_id)].map(([id, rows]) => [id, rows.map((row) => row.event)]),
    ),
    blockActs: new Set(
      acts
        .filter(({ act }) => /block/i.test(act))
        .map(({ act, before_value, after_value }) => {
          const values = JSON.parse((act.startsWith("Freed") ? before_value : after_value) ?? "{}");
          return `${act}/${values.reason}`;
        }),
    ),
  };
}
