import { PAYMENT_HOLD_MS } from "#domain/payments/times.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";
import type { Reader } from "./ports.ts";

export async function expiredHolds(db: Reader, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("booking")
    .select("id")
    .where("status", "=", "pending")
    .where("pay_by", "<=", now.toISOString())
    .orderBy("pay_by")
    .limit(200)
    .execute();
  return rows.map((row) => row.id);
}

/** Extends the payment deadline while the booking is still unpaid. */
export async function extendHold(trx: Trx, bookingId: string, until: Date): Promise<void> {
  await trx
    .updateTable("booking")
    .set({ pay_by: until.toISOString() })
    .where("id", "=", bookingId)
    .where("status", "=", "pending")
    .where("pay_by", "is not", null)
    .execute();
}

/** Unpaid bookings whose hold, if it lasts `PAYMENT_HOLD_MS`, began by a given moment and had not ended by then. */
export async function heldSince(db: Reader, moment: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("booking")
    .select("id")
    .where("status", "=", "pending")
    .where("pay_by", ">", moment.toISOString())
    .where("pay_by", "<=", new Date(moment.getTime() + PAYMENT_HOLD_MS).toISOString())
    .where("created_at", "<=", moment.toISOString())
    .where((eb) => eb.or([eb("verified_at", "is", null), eb("verified_at", "<=", moment.toISOString())]))
    .execute();
  return rows.map((row) => row.id);
}

/** Booked stays that are neither over nor checked in, and whose balance has its own due date. */
export async function bookingsWithBalance(db: Reader, today: LocalDate): Promise<string[]> {
  const rows = await db
    .selectFrom("booking")
    .select("id")
    .where("status", "in", ["upcoming", "confirmed"])
    .where("plan", "is not", null)
    .where("plan", "not like", '%"restDueOn":null%')
    .where("check_out", ">=", today)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether an email tells the guest that the host has accepted the request. */
export async function wasAcceptedByEmail(db: Reader, bookingId: string): Promise<boolean> {
  const row = await db
    .selectFrom("scheduled_message")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("message_key", "like", "note/accepted:%")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the message about the latest change is still waiting for further changes, so the guest does not know the
 * total yet.
 */
export async function isChangeWaiting(db: Reader, bookingId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom("scheduled_message")
    .select("id")
    .where("booking_id", "=", bookingId)
    .where("type", "=", "booking_changed")
    .where("status", "=", "pending")
    .where("scheduled_for", ">", now.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** When an email to a guest was sent; null if it has not been sent. */
export async function sentAt(db: Reader, key: string): Promise<Date | null> {
  const row = await db
    .selectFrom("scheduled_message")
    .select("sent_at")
    .where("message_key", "=", `note/${key}`)
    .where("status", "=", "sent")
    .executeTakeFirst();
  return row?.sent_at ? new Date(row.sent_at) : null;
}

/** The messages sent to a booking's guest. Test messages are left out: they store the host's address. */
export async function messagesTo(db: Reader, bookingId: string) {
  return db
    .selectFrom("scheduled_message")
    .select(["type", "channel", "subject", "sent_at", "delivery"])
    .where("booking_id", "=", bookingId)
    .where("status", "=", "sent")
    .where("sent_at", "is not", null)
    .where((eb) => eb.or([eb("type", "=", "guest_note"), eb("to_address", "is", null)]))
    .orderBy("sent_at")
    .execute();
}

export async function eventsOf(db: Reader, bookingId: string) {
  return db
    .selectFrom("booking_event")
    .select(["at", "actor", "event"])
    .where("booking_id", "=", bookingId)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

/** The number of browsers in which the booking was made or its link was opened. */
export async function accessesOf(db: Reader, bookingId: string): Promise<number> {
  const row = await db
    .selectFrom("booking_access")
    .select((eb) => eb.fn.countAll<number>().as("browsers"))
    .where("booking_id", "=", bookingId)
    .executeTakeFirst();
  return Number(row?.browsers ?? 0);
}
