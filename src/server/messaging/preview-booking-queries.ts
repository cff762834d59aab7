import type { CustomMessageList } from "#contract/custom-messages.ts";
import { dayAt, type TimeZone } from "#domain/calendar/time-zone.ts";
import { bookedAtOf } from "#domain/messaging/custom-message.ts";
import { PLANNED_TYPES } from "#domain/messaging/message.ts";
import type { Db } from "../database/connect.ts";

const SHOWN = 20;

/** Current and future booked stays, sorted by check-in date. */
export async function previewBookings(db: Db, now: Date, timeZone: TimeZone): Promise<CustomMessageList["bookings"]> {
  const rows = await db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["booking.id", "booking.reference", "booking.check_in", "booking.check_out", "booking.status"])
    .select(["booking.language", "booking.created_at", "guest.name"])
    .where("booking.check_out", ">=", dayAt(now, timeZone))
    .where("booking.status", "not in", ["pending", "cancelled"])
    .orderBy("booking.check_in")
    .limit(SHOWN)
    .execute();
  // PostgreSQL does not accept an empty list.
  if (rows.length === 0) return [];
  const messages = await db
    .selectFrom("scheduled_message")
    .select(["booking_id", "anchor"])
    .where(
      "booking_id",
      "in",
      rows.map(({ id }) => id),
    )
    .where("type", "in", PLANNED_TYPES)
    .execute();
  const anchors = Map.groupBy(messages, ({ booking_id }) => booking_id);
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    guestName: row.name,
    checkInDate: row.check_in,
    checkOutDate: row.check_out,
    status: row.status,
    language: row.language,
    bookedAt: bookedAtOf((anchors.get(row.id) ?? []).map(({ anchor }) => anchor))?.toISOString() ?? row.created_at,
  }));
}
