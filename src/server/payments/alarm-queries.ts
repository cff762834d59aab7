import type { Selectable } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import type { Reader } from "./ports.ts";

/** What needs the host, until the host closes it; also what holds payments back after a restore. */

/** What needs the host: the same thing is told once. True where it is new. */
export async function openAlarm(
  trx: Trx,
  alarm: { id: string; kind: string; bookingId: string | null; detail: string; at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto("payment_alarm")
    .values({
      id: alarm.id,
      kind: alarm.kind,
      booking_id: alarm.bookingId,
      detail: alarm.detail,
      opened_at: alarm.at.toISOString(),
      closed_at: null,
      closed_by: null,
      closed_with: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** What was settled has come up again. */
export async function reopenAlarm(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable("payment_alarm")
    .set({ closed_at: null, closed_by: null, closed_with: null })
    .where("id", "=", id)
    .where("closed_at", "is not", null)
    .execute();
}

export async function isAlarmOpen(db: Reader, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeAlarmsOf(db: Reader, kind: string, at: Date, by: string, words: string): Promise<void> {
  await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: by, closed_with: words })
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .execute();
}

export async function openAlarms(db: Reader): Promise<Selectable<Schema["payment_alarm"]>[]> {
  return db.selectFrom("payment_alarm").selectAll().where("closed_at", "is", null).orderBy("opened_at").execute();
}

/** The booking that an alarm is about, if any. */
export async function bookingOfAlarm(db: Reader, id: string): Promise<string | null> {
  const row = await db.selectFrom("payment_alarm").select("booking_id").where("id", "=", id).executeTakeFirst();
  return row?.booking_id ?? null;
}

/** The open alarms of a kind that is about bookings. */
export async function openAlarmsOf(
  db: Reader,
  kind: string,
): Promise<{ id: string; bookingId: string; openedAt: Date }[]> {
  const rows = await db
    .selectFrom("payment_alarm")
    .select(["id", "booking_id", "opened_at"])
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .orderBy("opened_at")
    .execute();
  return rows.flatMap(({ id, booking_id: bookingId, opened_at }) =>
    bookingId === null ? [] : [{ id, bookingId, openedAt: new Date(opened_at) }],
  );
}

/** Whether something about a booking waits for the host that is not of this kind. */
export async function hasOtherAlarm(db: Reader, bookingId: string, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("kind", "!=", kind)
    .where("closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there was, or is, an alarm of a kind since a moment. */
export async function hadAlarmSince(db: Reader, kind: string, moment: Date): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("kind", "=", kind)
    .where((eb) => eb.or([eb("closed_at", "is", null), eb("closed_at", ">=", moment.toISOString())]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeAlarm(db: Reader, id: string, at: Date, by: string, words: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: by, closed_with: words })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const RESTORED = "restored";

/** Whether the records may be older than the money: nothing is refunded or ended before the provider was asked. */
export async function isHeldBack(db: Reader): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("id", "=", RESTORED)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The checkouts that nobody has looked at since the restore, of those that the provider knows. */
export async function notSeenSinceRestore(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom("checkout")
    .innerJoin("payment_alarm", (join) => join.on("payment_alarm.id", "=", RESTORED))
    .select("checkout.id")
    .where("checkout.provider_ref", "is not", null)
    .where("checkout.state", "in", ["open", "unknown", "ended", "paid"])
    .whereRef("checkout.next_check_at", "<=", "payment_alarm.opened_at")
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

export async function endHoldBack(db: Reader, at: Date): Promise<void> {
  await closeAlarm(db, RESTORED, at, "payment", "The payment provider was asked what has happened since the backup.");
}

/** What the provider has told of disputes about a booking, closed or not. */
export async function disputesOf(db: Reader, bookingId: string): Promise<{ detail: string }[]> {
  return db
    .selectFrom("payment_alarm")
    .select("detail")
    .where("booking_id", "=", bookingId)
    .where("kind", "=", "dispute")
    .orderBy("opened_at")
    .execute();
}
