import type { BookingSource } from "#domain/booking/source.ts";
import { holdsNights } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { Held } from "#domain/channels/export.ts";
import type { Trx } from "../database/transaction.ts";
import { idOf } from "./item-store.ts";
import type { FeedStore } from "./ports.ts";

/** Who holds nights, as the records are now. */
export const recordStore: Pick<FeedStore, "held" | "soon" | "record"> = {
  held: async (trx, since) => {
    const bookings = await trx
      .selectFrom("booking")
      .select(["id", "check_in", "check_out", "source"])
      .where("status", "<>", "cancelled")
      .where("check_out", ">=", since)
      .execute();
    const blocks = await trx
      .selectFrom("owner_block")
      .select(["id", "starts_on", "ends_on"])
      .where("ends_on", ">=", since)
      .execute();
    const told = await trx
      .selectFrom("channel_stay")
      .select(["id", "channel_id", "starts_on", "ends_on", "kind", "verdict"])
      .where("holds_nights", "=", 1)
      .where("ends_on", ">=", since)
      .execute();
    return [
      ...bookings.map(({ id, check_in, check_out, source }): Held => ({
        key: `booking:${id}`,
        stay: { checkIn: check_in, checkOut: check_out },
        from: channelOf(source),
        kind: "booked",
      })),
      ...blocks.map(({ id, starts_on, ends_on }): Held => ({
        key: `block:${id}`,
        stay: { checkIn: starts_on, checkOut: ends_on },
        from: null,
        kind: "kept",
      })),
      ...told.map(({ id, channel_id, starts_on, ends_on, kind, verdict }): Held => ({
        key: `channel-stay:${id}`,
        stay: { checkIn: starts_on, checkOut: ends_on },
        from: channel_id,
        kind: ["booking", "reservation"].includes(verdict ?? kind) ? "booked" : "kept",
      })),
    ];
  },

  soon: async (trx, from, to) => {
    const rows = await trx
      .selectFrom("booking")
      .select((eb) => [
        "id",
        "reference",
        "check_in",
        "check_out",
        "source",
        "status",
        eb
          .selectFrom("booking_event")
          .select((max) => max.fn.max("at").as("at"))
          .whereRef("booking_event.booking_id", "=", "booking.id")
          .as("changed_at"),
        "created_at",
      ])
      .where("check_in", ">=", from)
      .where("check_in", "<=", to)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      stay: { checkIn: row.check_in, checkOut: row.check_out },
      from: channelOf(row.source),
      held: holdsNights(row.status),
      changedAt: new Date(row.changed_at ?? row.created_at),
    }));
  },

  record: (trx, key) => (key.startsWith("booking:") ? bookingNow(trx, idOf(key)) : blockNow(trx, idOf(key))),
};

async function bookingNow(trx: Trx, id: string) {
  const row = await trx
    .selectFrom("booking")
    .select(["check_in", "check_out", "source", "status"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const stay: Stay = { checkIn: row.check_in, checkOut: row.check_out };
  return { from: channelOf(row.source), stay: holdsNights(row.status) ? stay : null };
}

/** A block that was freed is known by what was told of it. */
async function blockNow(trx: Trx, id: string) {
  const row = await trx
    .selectFrom("owner_block")
    .select(["starts_on", "ends_on"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row) return { from: null, stay: { checkIn: row.starts_on, checkOut: row.ends_on } };
  const told = await trx.selectFrom("feed_item").select("uid").where("record", "=", `block:${id}`).executeTakeFirst();
  return told ? { from: null, stay: null } : null;
}

function channelOf(source: BookingSource): string | null {
  return source === "direct" ? null : source;
}
