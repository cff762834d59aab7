import type { StoredBooking } from "#domain/booking/booking.ts";
import { replan } from "#domain/messaging/replan.ts";
import { plannedMessages } from "#domain/messaging/planned-messages.ts";
import type { Trx } from "../database/transaction.ts";
import type { QueueStore } from "./ports.ts";

type Needs = { queue: QueueStore; now: Date };

/**
 * Plans the messages of a booking from before messages existed. It gets no welcome: it was made some time ago, and its
 * guest was informed otherwise.
 */
export async function planExisting({ queue, now }: Needs, trx: Trx, booking: StoredBooking): Promise<void> {
  if (!booking.guest.email) return;
  const facts = { hours: await queue.hours(trx), customs: await queue.customs(trx), bookedAt: booking.createdAt, now };
  const wanted = plannedMessages(booking, facts)
    .filter(({ type }) => type !== "welcome")
    .map((planned) => ({ ...planned, channel: "email" as const }));
  await queue.apply(trx, booking, replan([], wanted, now), now);
}
