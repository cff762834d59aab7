import type { ExpressionBuilder, Kysely } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { BookingSource } from "#domain/booking/source.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Platform } from "#domain/channels/channel.ts";
import type { EventKind, HostOverride } from "#domain/channels/imported-stay.ts";
import { prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";

/**
 * Occupied nights: bookings, owner's blocks and imported stays. This is the only place that combines the three;
 * availability, conflicts, feeds, the channel preview and the export use it.
 */
export type OccupiedSpan = Stay & {
  id: string;
  /** When it was booked or blocked here, or first seen at the platform. */
  knownSince: Date;
} & (
    | { kind: "booking"; reference: string; source: BookingSource }
    | { kind: "block"; reason: string }
    | ({ kind: "channel-stay"; bookingId: string | null } & PlatformSpan)
  );
type PlatformSpan = {
  channelId: string;
  channelName: string;
  platform: Platform;
  eventKind: EventKind;
  verdict: HostOverride | null;
  code: string;
};

/** The database, or a transaction in it. */
type Reader = Pick<Kysely<Schema>, "selectFrom">;

/** All records that occupy nights and end on or after `from`; `from` null for all. */
export async function occupiedSpans(db: Reader, from: LocalDate | null): Promise<OccupiedSpan[]> {
  const since = from ?? "0001-01-01";
  const bookings = await db
    .selectFrom("booking")
    .select(["id", "reference", "source", "check_in", "check_out", "created_at"])
    .where("property_id", "=", PROPERTY_ID)
    .where("status", "<>", "cancelled")
    .where("check_out", ">=", since)
    .execute();
  const blocks = await db
    .selectFrom("owner_block")
    .select(["id", "reason", "starts_on", "ends_on", "created_at"])
    .where("property_id", "=", PROPERTY_ID)
    .where("ends_on", ">=", since)
    .execute();
  const platformStays = await db
    .selectFrom("channel_stay")
    .innerJoin("channel", "channel.id", "channel_stay.channel_id")
    .select(["channel_stay.id", "channel_id", "channel.name", "channel.platform", "kind", "verdict", "code"])
    .select(["booking_id", "starts_on", "ends_on", "first_seen_at"])
    .where("channel_stay.property_id", "=", PROPERTY_ID)
    .where("holds_nights", "=", 1)
    .where("ends_on", ">=", since)
    .execute();
  return [
    ...bookings.map(({ id, reference, source, ...row }) => ({
      kind: "booking" as const,
      id,
      reference,
      source,
      checkIn: row.check_in,
      checkOut: row.check_out,
      knownSince: new Date(row.created_at),
    })),
    ...blocks.map(({ id, reason, ...row }) => ({
      kind: "block" as const,
      id,
      reason,
      checkIn: row.starts_on,
      checkOut: row.ends_on,
      knownSince: new Date(row.created_at),
    })),
    ...platformStays.map(({ id, platform, verdict, code, ...row }) => ({
      kind: "channel-stay" as const,
      id,
      platform,
      verdict,
      code,
      channelId: row.channel_id,
      channelName: row.name,
      eventKind: row.kind,
      bookingId: row.booking_id,
      checkIn: row.starts_on,
      checkOut: row.ends_on,
      knownSince: new Date(row.first_seen_at),
    })),
  ];
}

/** The occupied nights in `[from, to)`, from the table that prevents selling a night twice. */
export const occupiedNights = prepared(
  (db, from: LocalDate, to: LocalDate) =>
    db.selectFrom("occupied_night").select("night").where("night", ">=", from).where("night", "<", to).orderBy("night"),
  "2026-01-01",
  "2026-01-02",
);

/** `isStay` of the domain as SQL. */
export function isPlatformStay(eb: ExpressionBuilder<Schema, "channel_stay" | "channel">) {
  return eb.or([
    eb("channel_stay.verdict", "=", "booking"),
    eb.and([
      eb("channel_stay.verdict", "is", null),
      eb.or([
        eb("channel_stay.kind", "=", "reservation"),
        eb.and([eb("channel_stay.kind", "=", "unknown"), eb("channel.platform", "<>", "other")]),
      ]),
    ]),
  ]);
}

/**
 * Whether an imported record counts as a stay: it occupies nights, guests are expected, it is not one of our bookings
 * under another name, and there is no open question whether it copies another platform's stay (S-44).
 */
export function countsAsStay(eb: ExpressionBuilder<Schema, "channel_stay" | "channel">) {
  return eb.and([
    eb("channel_stay.holds_nights", "=", 1),
    eb("channel_stay.booking_id", "is", null),
    isPlatformStay(eb),
    eb.not(
      eb.exists(
        eb
          .selectFrom("channel_review")
          .select("channel_review.id")
          .whereRef("channel_review.stay_id", "=", "channel_stay.id")
          .where("channel_review.kind", "=", "sold-twice")
          .where("channel_review.answered_at", "is", null),
      ),
    ),
  ]);
}
