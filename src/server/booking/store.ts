import { sql } from "kysely";
import type { BookingListing } from "#domain/booking/booking.ts";
import { occupiedNights } from "../core/occupied-nights.ts";
import type { Database, Db } from "../database/connect.ts";
import { lockCalendar } from "../database/dialect.ts";
import { once } from "../database/idempotency.ts";
import { commitIfOk } from "../database/transaction.ts";
import { actOn } from "./act-store.ts";
import { addBooking, enterBooking, grantAccess } from "./add-store.ts";
import { mayCorrectEmail } from "./correct-email-store.ts";
import { heldWith } from "./intake-store.ts";
import type { Announced, BookingStore, Sold } from "./ports.ts";
import { bookingById, bookingListings, type ListingRow, listingFromRow, paymentsOf } from "./stored-booking.ts";

type NotAnswered = { ok: false; reason: "never" };
const NEVER: NotAnswered = { ok: false, reason: "never" };

export function createBookingStore({ db, engine }: Database, announced: Announced): BookingStore {
  const listings = async (rows: Promise<ListingRow[]>) => (await rows).map(listingFromRow);

  return {
    addIfFree: (booking, submit) =>
      commitIfOk(db, async (trx) => {
        await lockCalendar(engine, trx, booking.propertyId);
        const { result, replayed } = await once(trx, submit, booking.createdAt, () =>
          addBooking(trx, booking, announced),
        );
        if (result.ok && replayed) await grantAccess(trx, result.id, booking.accessHash);
        return result;
      }),

    answered: (submit, accessHash, at) =>
      commitIfOk(db, async (trx) => {
        const { result, replayed } = await once<Sold | NotAnswered>(trx, submit, at, async () => NEVER);
        if (result.ok && replayed) await grantAccess(trx, result.id, accessHash);
        return result;
      }),

    enterIfFree: (booking, submit) =>
      commitIfOk(db, async (trx) => {
        await lockCalendar(engine, trx, booking.propertyId);
        const { result } = await once(trx, submit, booking.createdAt, () => enterBooking(trx, booking, announced));
        return result;
      }),

    act: (order) => commitIfOk(db, (trx) => actOn(engine, trx, order, announced)),

    find: (id) => bookingById(db, id),

    idOf: async (reference, email) => {
      const row = await db
        .selectFrom("booking")
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select("booking.id")
        .where("booking.reference", "=", reference)
        .where(sql`lower(guest.email)`, "=", email.toLowerCase())
        .executeTakeFirst();
      return row?.id ?? null;
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

    mayCorrectEmail: (id, browserHash) => mayCorrectEmail(db, id, browserHash),

    list: () => allListings(db),

    listBetween: (from, to) =>
      listings(
        bookingListings(db)
          .where("booking.status", "!=", "cancelled")
          .where("booking.check_in", "<=", to)
          .where("booking.check_out", ">=", from)
          .orderBy("booking.check_in")
          .orderBy("booking.id")
          .execute(),
      ),

    history: async (id) => {
      const rows = await db
        .selectFrom("booking_event")
        .select(["at", "actor", "event"])
        .where("booking_id", "=", id)
        .orderBy("at")
        .orderBy("booking_version")
        .execute();
      return rows.map((row) => ({ ...row, at: new Date(row.at) }));
    },

    payments: (id) => paymentsOf(db, id),

    heldWith: (id, now) => heldWith(db, id, now),

    waitingUntil: async (moment) => {
      const rows = await db
        .selectFrom("booking")
        .select("id")
        .where("waits_until", "<=", moment.toISOString())
        .where("status", "=", "pending")
        .execute();
      return rows.map((row) => row.id);
    },

    occupiedNights: async (from, to) => (await occupiedNights(db, from, to)).map((row) => row.night),

    nightsOfOthers: async (id, from, to) => {
      const rows = await db
        .selectFrom("occupied_night")
        .select("night")
        .where("night", ">=", from)
        .where("night", "<", to)
        .where((eb) => eb.or([eb("booking_id", "is", null), eb("booking_id", "!=", id ?? "")]))
        .orderBy("night")
        .execute();
      return rows.map((row) => row.night);
    },
  };
}

/** So many rows a query: each stays far below the time-out, however many bookings there are. */
const LIST_CHUNK = 5000;

/** Every booking, newest check-in first. Read along the id, which never changes: none is missed or met twice. */
async function allListings(db: Db): Promise<BookingListing[]> {
  const all: BookingListing[] = [];
  for (let after = ""; ;) {
    const rows = await bookingListings(db)
      .where("booking.id", ">", after)
      .orderBy("booking.id")
      .limit(LIST_CHUNK)
      .execute();
    for (const row of rows) all.push(listingFromRow(row));
    const last = rows.at(-1);
    if (!last || rows.length < LIST_CHUNK) return all.sort(newestFirst);
    after = last.id;
  }
}

function newestFirst(a: BookingListing, b: BookingListing): number {
  if (a.checkIn !== b.checkIn) return a.checkIn > b.checkIn ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
