import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Trx } from "../database/transaction.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { STANDING } from "../core/occupied-nights.ts";
import { type Engine, lockCalendar } from "../database/dialect.ts";
import { MESSAGE_COLUMNS, existingMessage, holdUnclaimed } from "./queue-queries.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Stay } from "#domain/booking/stay.ts";
import { type DeliveryMethod, deliveryMethodsFor } from "#domain/messaging/message.ts";
import type { ExistingMessage } from "#domain/messaging/replan.ts";

/** A stay that may still have messages to send, with its messages. */
export type PlannedStay = Stay & {
  id: string;
  status: BookingStatus;
  createdAt: Date;
  channels: DeliveryMethod[];
  existing: ExistingMessage[];
};

/**
 * The booked stays that end on or after `since`, for changes that affect every stay. From this point, no booking can be
 * made or changed until the transaction ends.
 */
export async function plannedStays(engine: Engine, trx: Trx, since: LocalDate, now: Date): Promise<PlannedStay[]> {
  // A booking that is being written now is based on the old property data. We wait for that booking, and make the
  // next booking wait for us.
  await lockCalendar(engine, trx, PROPERTY_ID);
  const stays = await trx
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["booking.id", "booking.check_in", "booking.check_out", "booking.status", "booking.created_at"])
    .select(["guest.email", "guest.whatsapp"])
    .where(STANDING)
    .where("booking.check_out", ">=", since)
    .where("booking.status", "not in", ["pending", "cancelled"])
    .execute();
  const ofStays = trx
    .selectFrom("scheduled_message")
    .where("booking_id", "in", (eb) =>
      eb.selectFrom("booking").select("id").where(STANDING).where("check_out", ">=", since),
    );
  await holdUnclaimed(trx, ofStays, now);
  const messages = await ofStays.select([...MESSAGE_COLUMNS, "booking_id"]).execute();
  const of = Map.groupBy(messages, ({ booking_id }) => booking_id);
  return stays.map(({ id, check_in, check_out, status, created_at, email, whatsapp }) => ({
    id,
    checkIn: check_in,
    checkOut: check_out,
    status,
    createdAt: new Date(created_at),
    channels: deliveryMethodsFor({ email, whatsapp }),
    existing: (of.get(id) ?? []).flatMap((row) => existingMessage(row, now)),
  }));
}
