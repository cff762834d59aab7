import type { BookingSource } from "#domain/booking/booking.ts";
import { holdsNights } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { type LocalDate, addDays } from "#domain/calendar/local-date.ts";
import type { Held } from "#domain/channels/export.ts";
import { isSureStay } from "#domain/channels/imported-stay.ts";
import { type OccupiedSpan, occupiedSpans, preparationAround } from "../core/occupied-nights.ts";
import type { Trx } from "../database/transaction.ts";
import { idOf } from "./item-queries.ts";

export type SoonStay = {
  id: string;
  reference: string;
  stay: Stay;
  from: string | null;
  held: boolean;
  /** When the booking last took nights. */
  takenAt: Date;
  changedAt: Date;
};

export type RecordState = { from: string | null; stay: Stay | null };

export const recordStore = {
  /**
   * Active bookings, blocks and imported stays that occupy nights from `since` on, and the nights kept free around
   * stays.
   */
  held: async (trx: Trx, since: LocalDate, preparation: number): Promise<Held[]> => {
    const spans = await occupiedSpans(trx, addDays(since, -preparation));
    const kept = preparationAround(spans, since, preparation).map(({ key, from, checkIn, checkOut }): Held => ({
      key,
      from,
      stay: { checkIn, checkOut },
      kind: "kept",
    }));
    return [...spans.filter(({ checkOut }) => checkOut >= since).map(heldOf), ...kept];
  },

  /** Bookings that begin in the span, including cancelled ones and bookings entered for a platform. */
  soon: async (trx: Trx, from: LocalDate, to: LocalDate): Promise<SoonStay[]> => {
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
        "nights_since",
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
      takenAt: new Date(row.nights_since ?? row.created_at),
      changedAt: new Date(row.changed_at ?? row.created_at),
    }));
  },

  /** The state of a booking or a block; null if it does not exist. */
  record: (trx: Trx, key: string): Promise<RecordState | null> =>
    key.startsWith("booking:") ? bookingNow(trx, idOf(key)) : blockNow(trx, idOf(key)),
};

function heldOf(span: OccupiedSpan): Held {
  const { kind, id, checkIn, checkOut } = span;
  const held = { key: `${kind}:${id}`, stay: { checkIn, checkOut } };
  // For a change that is waiting for the host, `from` is null: no platform may sell these nights, not even the one that
  // sold the stay.
  if (span.kind === "booking" && span.requested)
    return { ...held, key: `change:${id}:${span.part}`, from: null, kind: "booked" };
  if (span.kind === "booking") return { ...held, from: channelOf(span.source), kind: "booked" };
  if (span.kind === "block") return { ...held, from: null, kind: "kept" };
  const isBooked = isSureStay({ kind: span.eventKind, hostOverride: span.hostOverride });
  // Kept nights (S-37) are published to their own platform too, which no longer shows them and could sell them again.
  return { ...held, from: span.kept ? null : span.channelId, kind: isBooked ? "booked" : "kept" };
}

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

/**
 * A block that was removed has no row left. If an event was published for the block, the block existed and now holds no
 * nights.
 */
async function blockNow(trx: Trx, id: string) {
  const row = await trx
    .selectFrom("owner_block")
    .select(["starts_on", "ends_on"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (row) return { from: null, stay: { checkIn: row.starts_on, checkOut: row.ends_on } };
  const published = await trx
    .selectFrom("feed_item")
    .select("uid")
    .where("record", "=", `block:${id}`)
    .executeTakeFirst();
  return published ? { from: null, stay: null } : null;
}

function channelOf(source: BookingSource): string | null {
  return source === "direct" ? null : source;
}
