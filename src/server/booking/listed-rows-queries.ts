import { setImmediate } from "node:timers/promises";
import { amountKey, nameKey, searchedText } from "#domain/booking/booking-list.ts";
import { FIRST_DATE, type LocalDate } from "#domain/calendar/local-date.ts";
import type { BookingRow } from "#contract/admin-bookings.ts";
import type { Database, Db } from "../database/connect.ts";
import { lockList } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import type { Imported } from "./ports.ts";
import { bookingListings, listingFromRow } from "./booking-queries.ts";
import { adminRow, importedRow } from "./views.ts";

/** Few enough for a short transaction, because SQLite serves no other request meanwhile. */
const CHANGES_AT_ONCE = 300;
/** The day affects only the status of an imported row, which is not stored, so any day will do. */
const ANY_DAY = FIRST_DATE;

/**
 * Writes the changed rows of bookings and platforms' stays. Afterwards the list shows everything that has been
 * committed.
 */
export async function writeChangedRows(database: Database, imported: Imported): Promise<void> {
  while ((await writeSomeRows(database, imported)) > 0) {
    // SQLite runs in this thread, so other work runs only between two transactions.
    await setImmediate();
  }
}

/** Like `writeChangedRows`, but for only as many rows as a request may wait for; returns how many changes are left. */
export async function writeSomeRows(database: Database, imported: Imported): Promise<number> {
  if ((await changesLeft(database.db, 1)) === 0) return 0;
  await database.db.transaction().execute((trx) => writeSome(trx, database, imported));
  return changesLeft(database.db, MAX_COUNTED);
}

/** Counting stops here, because a more exact number is not needed. */
const MAX_COUNTED = 1_000_000;

async function changesLeft(db: Db, atMost: number): Promise<number> {
  const some = db.selectFrom("listed_booking_change").select("id").limit(atMost).as("some");
  const row = await db
    .selectFrom(some)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

async function writeSome(trx: Trx, { engine }: Database, imported: Imported): Promise<void> {
  // Only one writer at a time: otherwise an older state of a booking could overwrite a newer state.
  await lockList(engine, trx);
  const changes = await trx
    .selectFrom("listed_booking_change")
    .selectAll()
    .orderBy("id")
    .limit(CHANGES_AT_ONCE)
    .execute();
  if (changes.length === 0) return;
  const changed = [...new Set(changes.map(({ subject }) => subject))];
  // A platform's stay that is linked to a booking is listed only if the booking is cancelled.
  const linked = await trx.selectFrom("channel_stay").select("id").where("booking_id", "in", changed).execute();
  const ids = [...new Set([...changed, ...linked.map(({ id }) => id)])];
  const rows = await rowsOf(trx, imported, ids);
  await trx.deleteFrom("listed_booking").where("id", "in", ids).execute();
  if (rows.length > 0) await trx.insertInto("listed_booking").values(rows).execute();
  await trx
    .deleteFrom("listed_booking_change")
    .where(
      "id",
      "in",
      changes.map(({ id }) => id),
    )
    .execute();
}

async function rowsOf(trx: Trx, imported: Imported, ids: string[]) {
  const own = await bookingListings(trx).where("booking.id", "in", ids).execute();
  const sold = await imported.counted(ids, trx);
  return [
    ...own.map(listingFromRow).map((booking) => listedRow(adminRow(booking), booking)),
    ...sold.map((stay) => listedRow(importedRow(stay, ANY_DAY), stay)),
  ];
}

function listedRow(row: BookingRow, { checkIn, checkOut }: { checkIn: LocalDate; checkOut: LocalDate }) {
  const { text, digits } = searchedText(row);
  return {
    id: row.id,
    imported: row.imported ? (1 as const) : (0 as const),
    status: row.imported ? null : row.status,
    source: row.source,
    check_in: checkIn,
    check_out: checkOut,
    amount: amountKey(row.totalAmount),
    name_key: nameKey(row.guest.name),
    search_text: text,
    phone_digits: digits,
  };
}
