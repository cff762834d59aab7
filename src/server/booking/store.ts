import type { Selectable } from "kysely";
import type { BookingWithGuest } from "#domain/booking/booking.ts";
import { nightsOf } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Database } from "../database/connect.ts";
import { lockCalendar } from "../database/dialect.ts";
import { once } from "../database/idempotency.ts";
import { prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import type { AddBookingResult, BookingStore, NewBooking } from "./ports.ts";

export function createBookingStore({ db, engine }: Database): BookingStore {
  const withGuest = () =>
    db
      .selectFrom("booking")
      .innerJoin("guest", "guest.id", "booking.guest_id")
      .selectAll("booking")
      .select(["guest.name", "guest.email", "guest.phone"]);

  const nightsBetween = prepared(
    db,
    (from: LocalDate, to: LocalDate) =>
      db
        .selectFrom("occupied_night")
        .select("night")
        .where("night", ">=", from)
        .where("night", "<", to)
        .orderBy("night"),
    "2026-01-01",
    "2026-01-02",
  );

  return {
    addIfFree: (booking, submit) =>
      commitIfOk(db, async (trx) => {
        await lockCalendar(engine, trx, booking.propertyId);
        const { result, replayed } = await once(trx, submit, booking.createdAt, () => add(trx, booking));
        if (result.ok && replayed) await grantAccess(trx, result.id, booking.accessHash);
        return result;
      }),

    find: async (id) => {
      const row = await withGuest().where("booking.id", "=", id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    hasAccess: async (id, browserHash) => {
      const row = await db
        .selectFrom("booking_access")
        .select("booking_id")
        .where("booking_id", "=", id)
        .where("browser_hash", "=", browserHash)
        .executeTakeFirst();
      return row !== undefined;
    },

    list: async () => {
      const rows = await withGuest().orderBy("booking.check_in", "desc").orderBy("booking.id").execute();
      return rows.map(fromRow);
    },

    history: async (id) => {
      const rows = await db
        .selectFrom("booking_event")
        .select(["at", "actor", "event"])
        .where("booking_id", "=", id)
        .orderBy("at")
        .execute();
      return rows.map((row) => ({ ...row, at: new Date(row.at) }));
    },

    occupiedNights: async (from, to) => (await nightsBetween(from, to)).map((row) => row.night),
  };
}

async function add(trx: Trx, booking: NewBooking): Promise<AddBookingResult> {
  if (!(await claimGuest(trx, booking))) return { ok: false, reason: "guest-unknown" };
  const taken = await claimNights(trx, booking);
  if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };

  const { id, reference } = booking;
  await trx
    .insertInto("booking")
    .values({
      id,
      reference,
      property_id: booking.propertyId,
      guest_id: booking.guestId,
      check_in: booking.checkIn,
      check_out: booking.checkOut,
      guest_count: booking.guestCount,
      status: booking.status,
      source: booking.source,
      special_requests: booking.specialRequests,
      total_cents: booking.totalCents,
      price_lines: JSON.stringify(booking.priceLines),
      policy: JSON.stringify(booking.policy),
      created_at: booking.createdAt.toISOString(),
      version: 1,
    })
    .execute();
  await grantAccess(trx, id, booking.accessHash);
  await trx
    .insertInto("booking_event")
    .values({
      id: randomId(),
      booking_id: id,
      at: booking.createdAt.toISOString(),
      actor: "guest",
      event: `Booked on the website as ${booking.status}`,
    })
    .execute();
  return { ok: true, id, reference };
}

/** A guest is claimed once, and only by who registered it: an overheard id is of no use elsewhere. */
async function claimGuest(trx: Trx, booking: NewBooking): Promise<boolean> {
  const { browserHash, addressHash } = booking.registrant;
  const claimed = await trx
    .updateTable("guest")
    .set({ claimed_at: booking.createdAt.toISOString() })
    .where("id", "=", booking.guestId)
    .where("claimed_at", "is", null)
    .where("created_at", ">", booking.registeredAfter.toISOString())
    .where((eb) => eb.or([eb("address_hash", "=", addressHash), eb("browser_hash", "=", browserHash ?? "")]))
    .executeTakeFirst();
  return Number(claimed.numUpdatedRows) === 1;
}

/** Claims the nights in order and answers those that somebody else has. */
async function claimNights(trx: Trx, booking: NewBooking): Promise<LocalDate[]> {
  const nights = nightsOf(booking);
  const rows = nights.map((night) => ({ property_id: booking.propertyId, night, booking_id: booking.id }));
  const claimed = await trx
    .insertInto("occupied_night")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["property_id", "night"]).doNothing())
    .returning("night")
    .execute();
  if (claimed.length === nights.length) return [];
  const ours = new Set(claimed.map((row) => row.night));
  return nights.filter((night) => !ours.has(night));
}

async function grantAccess(trx: Trx, bookingId: string, browserHash: string): Promise<void> {
  await trx
    .insertInto("booking_access")
    .values({ booking_id: bookingId, browser_hash: browserHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type Row = Selectable<Schema["booking"]> & { name: string; email: string; phone: string };

function fromRow(row: Row): BookingWithGuest {
  return {
    id: row.id,
    reference: row.reference,
    propertyId: row.property_id,
    guestId: row.guest_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
    guestCount: row.guest_count,
    status: row.status,
    source: row.source,
    specialRequests: row.special_requests,
    totalCents: row.total_cents,
    priceLines: JSON.parse(row.price_lines),
    policy: JSON.parse(row.policy),
    createdAt: new Date(row.created_at),
    guest: { id: row.guest_id, name: row.name, email: row.email, phone: row.phone },
  };
}
