import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { STANDING } from "../core/occupied-nights.ts";
import { type Engine, lockCalendar } from "../database/dialect.ts";
import type { StaysStore } from "./ports.ts";
import { MESSAGE_COLUMNS, existingMessage } from "./queue-store.ts";

/** All stays with their messages, for changes that concern all of them. */
export function createStaysStore(engine: Engine): StaysStore {
  return {
    planned: async (trx, since, now) => {
      // A booking being written now is based on the old property data: wait for it, and make the next one wait for us.
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
      const messages = await trx
        .selectFrom("scheduled_message")
        .select([...MESSAGE_COLUMNS, "booking_id"])
        .where("booking_id", "in", (eb) =>
          eb.selectFrom("booking").select("id").where(STANDING).where("check_out", ">=", since),
        )
        .execute();
      const of = Map.groupBy(messages, ({ booking_id }) => booking_id);
      return stays.map(({ id, check_in, check_out, status, created_at, email, whatsapp }) => ({
        id,
        checkIn: check_in,
        checkOut: check_out,
        status,
        createdAt: new Date(created_at),
        channels: [...(email ? (["email"] as const) : []), ...(whatsapp ? (["whatsapp"] as const) : [])],
        existing: (of.get(id) ?? []).flatMap((row) => existingMessage(row, now)),
      }));
    },
  };
}
