import { type Selectable, sql } from "kysely";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import type { PaymentProvider, Reader } from "./ports.ts";

/**
 * Alerts about payments, which the host closes, or which close when their cause no longer exists. An open `RESTORED`
 * alert pauses refunds, reminders and cancellations.
 */

/** Opens an alert unless an alert with this id exists. Returns true if the alert is new. */
export async function openAlert(
  trx: Trx,
  alert: { id: string; kind: string; bookingId: string | null; detail: string; at: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto("payment_alarm")
    .values({
      id: alert.id,
      kind: alert.kind,
      booking_id: alert.bookingId,
      detail: alert.detail,
      opened_at: alert.at.toISOString(),
      closed_at: null,
      closed_by: null,
      closed_with: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function reopenAlert(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable("payment_alarm")
    .set({ closed_at: null, closed_by: null, closed_with: null })
    .where("id", "=", id)
    .where("closed_at", "is not", null)
    .execute();
}

export async function isAlertOpen(db: Reader, kind: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeAlertsOf(db: Reader, kind: string, at: Date, by: string, words: string): Promise<void> {
  await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: by, closed_with: words })
    .where("kind", "=", kind)
    .where("closed_at", "is", null)
    .execute();
}

export async function openAlerts(db: Reader): Promise<Selectable<Schema["payment_alarm"]>[]> {
  return db.selectFrom("payment_alarm").selectAll().where("closed_at", "is", null).orderBy("opened_at").execute();
}

export async function isAlertClosed(db: Reader, id: string): Promise<boolean> {
  const query = db.selectFrom("payment_alarm").select("id").where("id", "=", id).where("closed_at", "is not", null);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function bookingOfAlert(db: Reader, id: string): Promise<string | null> {
  const row = await db.selectFrom("payment_alarm").select("booking_id").where("id", "=", id).executeTakeFirst();
  return row?.booking_id ?? null;
}

/** The open alerts of a kind that are about a booking. */
export async function openAlertsOf(
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

/** This alert is open while a stay is due to be cancelled. If the host closes it, the stay is not cancelled. */
export const LAST_WARNING = "last-warning";

/** Whether a booking has an open alert, other than the last warning, about which the host has to decide first. */
export async function hasUndecidedAlert(db: Reader, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("kind", "!=", LAST_WARNING)
    .where("closed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an alert of this kind has been open at any time since the given moment. */
export async function hadAlertSince(db: Reader, kind: string, moment: Date): Promise<boolean> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("id")
    .where("kind", "=", kind)
    .where((eb) => eb.or([eb("closed_at", "is", null), eb("closed_at", ">=", moment.toISOString())]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function closeAlert(db: Reader, id: string, at: Date, by: string, words: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: by, closed_with: words })
    .where("id", "=", id)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closes alerts that a newer alert repeats. */
export async function closeReplacedAlerts(db: Reader, ids: readonly string[], at: Date): Promise<void> {
  await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: "payment", closed_with: "A newer alert says more." })
    .where("id", "in", ids)
    .where("closed_at", "is", null)
    .execute();
}

/** This alert is open while a refund waits because our API key may not make refunds. */
export const NOT_ALLOWED = "refund-not-allowed";

/** Closes the alerts about refunds that no longer wait. */
export async function closeNotAllowedAlerts(db: Reader, at: Date): Promise<void> {
  const waiting = db
    .selectFrom("refund")
    .select(sql<string>`${`${NOT_ALLOWED}/`} || refund.id`.as("alert"))
    .where("state", "in", ["wanted", "asked"]);
  await db
    .updateTable("payment_alarm")
    .set({ closed_at: at.toISOString(), closed_by: "payment", closed_with: "The refund no longer waits." })
    .where("kind", "=", NOT_ALLOWED)
    .where("closed_at", "is", null)
    .where("id", "not in", waiting)
    .execute();
}

const RESTORED = "restored";

/**
 * When refunds, reminders and cancellations of unpaid bookings were paused by a restore, because our records may lack
 * payments; null if nothing is paused.
 */
export async function pausedSince(db: Reader): Promise<Date | null> {
  const row = await db
    .selectFrom("payment_alarm")
    .select("opened_at")
    .where("id", "=", RESTORED)
    .where("closed_at", "is", null)
    .executeTakeFirst();
  return row ? new Date(row.opened_at) : null;
}

/**
 * Checkouts that have not been synced with the provider since the restore, or that are due again. Those of an earlier
 * provider, or of the same provider in the other mode (test or live), are left out: they can no longer be queried.
 */
export async function notSyncedSinceRestore(
  db: Reader,
  { name, live }: Pick<PaymentProvider, "name" | "live">,
  now: Date,
): Promise<string[]> {
  const rows = await db
    .selectFrom("checkout")
    .innerJoin("payment_alarm", (join) => join.on("payment_alarm.id", "=", RESTORED))
    .select("checkout.id")
    .where("checkout.provider", "=", name)
    .where("checkout.live", "=", live ? 1 : 0)
    .where("checkout.provider_ref", "is not", null)
    .where("checkout.state", "in", ["open", "unknown", "ended", "paid"])
    .where((eb) =>
      eb.or([
        eb("checkout.next_check_at", "<=", eb.ref("payment_alarm.opened_at")),
        // A failed sync has moved the next sync past the restore, and a webhook makes a synced checkout due again.
        eb("checkout.failing_since", "is not", null),
        eb("checkout.next_check_at", "<=", now.toISOString()),
      ]),
    )
    .limit(1000)
    .execute();
  return rows.map((row) => row.id);
}

/** When the newest checkout in the backup was created: later ones are known only to the provider. */
export async function newestRestoredCheckout(db: Reader): Promise<Date | null> {
  const row = await db
    .selectFrom("checkout")
    .innerJoin("payment_alarm", (join) => join.on("payment_alarm.id", "=", RESTORED))
    .select((eb) => eb.fn.max("checkout.created_at").as("newest"))
    .whereRef("checkout.created_at", "<", "payment_alarm.opened_at")
    .executeTakeFirst();
  return row?.newest ? new Date(row.newest) : null;
}

export async function resumeAfterRestore(db: Reader, at: Date, words: string): Promise<void> {
  await closeAlert(db, RESTORED, at, "payment", words);
}

/** The disputes about a booking, open or closed. */
export async function disputesOf(db: Reader, bookingId: string): Promise<{ detail: string }[]> {
  return db
    .selectFrom("payment_alarm")
    .select("detail")
    .where("booking_id", "=", bookingId)
    .where("kind", "=", "dispute")
    .orderBy("opened_at")
    .execute();
}
