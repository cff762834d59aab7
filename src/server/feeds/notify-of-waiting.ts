import type { BaseNeeds } from "../core/base-needs.ts";
import { HOST_PAGES } from "#domain/channels/channel.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import type { SoonStay } from "./record-queries.ts";
import type { FeedStore } from "./feed-queries.ts";
import { deliveriesOf, type ChannelDelivery } from "./read-deliveries.ts";

export type WaitingNeeds = Pick<BaseNeeds, "clock" | "notifyHost" | "today"> & {
  feeds: FeedStore;
};

/** S-71: applies to stays that begin today or in the next three days, once the change is at least three hours old. */
const SOON_DAYS = 3;
const WAIT_MS = 3 * 3_600_000;

/**
 * Notifies the host if a platform has not yet read a booking that begins soon, or its cancellation: the platform could
 * sell the same nights, or still keeps them closed.
 */
export async function notifyOfWaiting(needs: WaitingNeeds): Promise<void> {
  const { feeds, clock } = needs;
  const today = await needs.today();
  await feeds.locked(async (trx) => {
    // No platform can read our calendar, and the dashboard says so.
    if (await feeds.hold(trx)) return;
    for (const stay of await feeds.soon(trx, today, addDays(today, SOON_DAYS))) {
      if (clock().getTime() - stay.changedAt.getTime() < WAIT_MS) continue;
      const now = { from: stay.from, stay: stay.held ? stay.stay : null };
      for (const delivery of await deliveriesOf(feeds, trx, `booking:${stay.id}`, now)) {
        if (delivery.state === "waiting") await needs.notifyHost(trx, notificationOf(stay, delivery));
      }
    }
  });
}

function notificationOf({ id, reference, stay, held, takenAt }: SoonStay, to: ChannelDelivery) {
  const { name } = to;
  const page = HOST_PAGES[to.platform];
  const nights = `(${dayText(stay.checkIn)} to ${dayText(stay.checkOut)})`;
  return {
    // A note or a payment is not news to the platform, so it triggers no second email.
    key: `waiting:${to.channel}:${id}:${held ? `${stay.checkIn}/${stay.checkOut}` : "cancelled"}:${takenAt.toISOString()}`,
    subject: held ? `${name} does not know about booking ${reference} yet` : `${name} still shows booking ${reference}`,
    lines: [
      held
        ? `Booking ${reference} ${nights} starts soon, and ${name} has not read your calendar since the booking was made or changed, so it could sell the same nights.`
        : `Booking ${reference} ${nights} was cancelled, but ${name} has not read your calendar since then, so the nights are still closed there.`,
      page
        ? `Refresh the imported calendar there, or update the availability manually: ${page}`
        : "Refresh the imported calendar there, or update the availability manually.",
    ],
    link: `/admin/bookings/${id}`,
  };
}
