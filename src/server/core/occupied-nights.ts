import { type ExpressionBuilder, type Kysely, type Selectable, sql } from "kysely";
import { PROPERTY_ID, type BookingSource } from "#domain/booking/booking.ts";
import { preparationNights, preparationSpans } from "#domain/booking/preparation.ts";
import { addedSpans, type Stay } from "#domain/booking/stay.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { type EventKind, type ImportedStay, isStay } from "#domain/channels/imported-stay.ts";
import { prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";

/** What occupies nights: a booking, a guest's requested change, the host's block or an imported stay. */
export type OccupiedSpan = Stay & {
  id: string;
  /**
   * When the stay took its nights: when it was booked or moved here, or first seen on the platform with its current
   * dates. For a block, when it was created, even if its dates have changed since.
   */
  knownSince: Date;
} & (
    | { kind: "booking"; reference: string; source: BookingSource; requested: false }
    /**
     * Additional nights that a guest has requested, which are held until the request ends. `part` numbers a booking's
     * spans.
     */
    | { kind: "booking"; reference: string; source: BookingSource; requested: true; part: number }
    | { kind: "block"; reason: string }
    | ({ kind: "channel-stay"; bookingId: string | null } & PlatformSpan)
  );
type PlatformSpan = Pick<ImportedStay, "channelId" | "platform" | "hostOverride" | "code" | "kept" | "movedFrom"> & {
  channelName: string;
  eventKind: EventKind;
};

/**
 * Bookings that are not cancelled, of which there are at most as many as nights. The condition is written out because
 * SQLite uses a partial index only if the query contains the same condition (migration 0098).
 */
export const STANDING = sql<boolean>`booking.status <> 'cancelled'`;

export type RequestedSpan = Stay & { id: string; guestName: string };

/** The database, or a transaction in it. */
type Reader = Pick<Kysely<Schema>, "selectFrom">;

/** All records that occupy nights and end on or after `from`; all records if `from` is null. */
export async function occupiedSpans(db: Reader, from: LocalDate | null): Promise<OccupiedSpan[]> {
  const since = from ?? "0001-01-01";
  const bookings = await db
    .selectFrom("booking")
    .select(["id", "reference", "source", "check_in", "check_out", "created_at", "nights_since", "change_request"])
    .where("property_id", "=", PROPERTY_ID)
    .where(STANDING)
    // A stay whose last night is earlier than the day before `from` is over, whatever the guest has requested.
    .$if(from !== null, (query) => query.where("id", "in", bookingsWithNights(db, addDays(from ?? since, -1), null)))
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
    .select(["booking_id", "starts_on", "ends_on", "first_seen_at", "channel_stay.nights_since"])
    .select(["kept", "moved_from"])
    .where("channel_stay.property_id", "=", PROPERTY_ID)
    .where("holds_nights", "=", 1)
    .where("ends_on", ">=", since)
    .execute();
  return [
    ...bookings.flatMap(bookingSpans).filter(({ checkOut }) => checkOut >= since),
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
      hostOverride: verdict,
      code,
      channelId: row.channel_id,
      channelName: row.name,
      eventKind: row.kind,
      bookingId: row.booking_id,
      kept: row.kept === 1,
      movedFrom: row.moved_from,
      checkIn: row.starts_on,
      checkOut: row.ends_on,
      knownSince: new Date(row.nights_since ?? row.first_seen_at),
    })),
  ];
}

type BookingRow = Pick<
  Selectable<Schema["booking"]>,
  "id" | "reference" | "source" | "check_in" | "check_out" | "created_at" | "nights_since" | "change_request"
>;

/**
 * The bookings that hold a night of `[first, last]`. They are found through the index on nights, so the cost does not
 * grow with the number of past stays. A booking that is not cancelled holds every night of its stay.
 */
export function bookingsWithNights(db: Reader, first: LocalDate, last: LocalDate | null) {
  const nights = db
    .selectFrom("occupied_night")
    .select("booking_id")
    .where("property_id", "=", PROPERTY_ID)
    .where("night", ">=", first)
    .where("booking_id", "is not", null);
  return last === null ? nights : nights.where("night", "<=", last);
}

function bookingSpans({ id, reference, source, change_request, ...row }: BookingRow): OccupiedSpan[] {
  const stay = { checkIn: row.check_in, checkOut: row.check_out };
  const knownSince = new Date(row.nights_since ?? row.created_at);
  const booking = { kind: "booking", id, reference, source, knownSince } as const;
  const request = changeRequestIn(change_request);
  const added = request ? addedSpans(stay, request) : [];
  const requestedSince = request?.since ? new Date(request.since) : knownSince;
  return [
    { ...booking, ...stay, requested: false },
    ...added.map((span, part) => ({
      ...booking,
      ...span,
      knownSince: requestedSince,
      requested: true as const,
      part,
    })),
  ];
}

/** The stay that the guest has requested. `since` is missing if an older version stored the request. */
export function changeRequestIn(changeRequest: string | null): (Stay & { since?: string }) | null {
  return changeRequest === null ? null : JSON.parse(changeRequest);
}

/** The additional nights that guests have requested, in spans that touch a day of `[from, to]`. */
export async function requestedSpans(db: Reader, from: LocalDate, to: LocalDate): Promise<RequestedSpan[]> {
  const rows = await db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["booking.id", "reference", "source", "check_in", "check_out", "booking.created_at", "nights_since"])
    .select(["change_request", "guest.name"])
    .where("booking.id", "in", bookingsWithNights(db, addDays(from, -1), to))
    .where(STANDING)
    .where("change_request", "is not", null)
    .execute();
  return rows.flatMap((row) =>
    bookingSpans(row)
      .filter((span) => span.kind === "booking" && span.requested && span.checkIn <= to && span.checkOut >= from)
      .map(({ id, checkIn, checkOut }) => ({ id, guestName: row.name, checkIn, checkOut })),
  );
}

/** The occupied nights in `[from, to)`, from the table that prevents selling a night twice. */
export const occupiedNights = prepared(
  (db, from: LocalDate, to: LocalDate) =>
    db.selectFrom("occupied_night").select("night").where("night", ">=", from).where("night", "<", to).orderBy("night"),
  "2026-01-01",
  "2026-01-02",
);

/**
 * The unoccupied nights of `[from, to)` that no guest can book, because they are kept for preparation before or after a
 * stay. Platforms' stays count as stays; the host's blocks do not.
 */
export async function keptForPreparation(
  db: Reader,
  { from, to }: { from: LocalDate; to: LocalDate },
  nights: number,
  /** A booking whose own nights, and platforms' records of it, are ignored because it is being changed. */
  unlessOf: string | null = null,
): Promise<LocalDate[]> {
  if (nights === 0) return [];
  const rows = await db
    .selectFrom("occupied_night")
    .leftJoin("channel_stay", "channel_stay.id", "occupied_night.channel_stay_id")
    .leftJoin("channel", "channel.id", "channel_stay.channel_id")
    .select(["night", "occupied_night.booking_id", "channel_stay.booking_id as linked_to"])
    .select(["channel_stay.kind", "channel_stay.verdict", "channel.platform"])
    .where("night", ">=", addDays(from, -nights))
    .where("night", "<", addDays(to, nights))
    .execute();
  const occupied = rows.map(({ night, booking_id, linked_to, kind, verdict, platform }) => ({
    night,
    isStay:
      (unlessOf === null || (booking_id ?? linked_to) !== unlessOf) &&
      (booking_id !== null ||
        (kind !== null && platform !== null && isStay({ kind, hostOverride: verdict, platform }))),
  }));
  return [...preparationNights(occupied, nights)].filter((night) => from <= night && night < to).toSorted();
}

/**
 * Nights kept free for a stay, as published to a platform. `from` is the channel that the stay came from, which must
 * not get these nights; null if every channel gets them.
 */
export type PreparationSpan = Stay & { key: string; from: string | null };

/**
 * The nights kept free around stays from `since` on, for the feeds that platforms read. A platform whose calendar does
 * not distinguish stays from closed nights does not get the nights next to its own stays: it could show the stay and
 * these nights as one longer span, which would grow with each read.
 */
export function preparationAround(spans: readonly OccupiedSpan[], since: LocalDate, nights: number): PreparationSpan[] {
  const stays = spans
    .filter(needsPreparation)
    .map((span) => ({
      key: `preparation:${span.id}${span.kind === "booking" && span.requested ? `:requested:${span.part}` : ""}`,
      checkIn: span.checkIn,
      checkOut: span.checkOut,
      from: span.kind === "channel-stay" && span.eventKind !== "reservation" && !span.kept ? span.channelId : null,
    }))
    .toSorted((a, b) => (a.checkIn < b.checkIn || (a.checkIn === b.checkIn && a.key < b.key) ? -1 : 1));
  return [...Map.groupBy(stays, ({ from }) => from)].flatMap(([from, some]) =>
    preparationSpans(some, nights, spans)
      .filter(({ checkOut }) => checkOut > since)
      .map((span) => ({ ...span, from })),
  );
}

function needsPreparation(span: OccupiedSpan): boolean {
  if (span.kind === "block") return false;
  return span.kind === "booking" || isStay({ ...span, kind: span.eventKind });
}

/** The domain's `isStay` as SQL. */
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
 * Whether an imported record is the platform's record of a booking here; that booking then represents it. Once that
 * booking is cancelled, the platform's stay counts on its own.
 */
export function isOurBooking(eb: ExpressionBuilder<Schema, "channel_stay">) {
  const booking = eb.selectFrom("booking").select("booking.id").whereRef("booking.id", "=", "channel_stay.booking_id");
  return eb.exists(booking.where(STANDING));
}

/**
 * Whether an imported record counts as a stay: it occupies nights, guests are expected, it is not the platform's record
 * of one of our bookings, and there is no open question about whether it is a copy of another platform's stay (S-44).
 */
export function countsAsStay(eb: ExpressionBuilder<Schema, "channel_stay" | "channel">) {
  return eb.and([
    eb("channel_stay.holds_nights", "=", 1),
    eb.not(isOurBooking(eb)),
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
