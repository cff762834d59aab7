import type { StoredBooking } from "#domain/booking/booking.ts";
import { replan } from "#domain/messaging/replan.ts";
import { calledFor, scheduleOf } from "#domain/messaging/schedule.ts";
import type { Trx } from "../database/transaction.ts";
import type { QueueStore } from "./ports.ts";

type Needs = { queue: QueueStore; now: Date };

/**
 * Plans the messages of a booking that was there before we knew of messages. It is not welcomed: it was made some time
 * ago, and its guest has heard of it otherwise.
 */
export async function planExisting({ queue, now }: Needs, trx: Trx, booking: StoredBooking): Promise<void> {
  if (!booking.guest.email) return;
  const schedule = scheduleOf(booking, await queue.hours(trx), now);
  const wanted = calledFor(booking.status, schedule)
    .filter(({ type }) => type !== "welcome")
    .map((planned) => ({ ...planned, channel: "email" as const }));
  await queue.apply(trx, booking, replan([], wanted, now), now);
}
