import { deliveryOf, type Delivery } from "#domain/channels/delivery.ts";
import type { Trx } from "../database/transaction.ts";
import type { RecordState } from "./record-queries.ts";
import type { FeedStore } from "./feed-queries.ts";
import { type Platform, PLATFORM_NAMES } from "#domain/channels/channel.ts";
import { nameOf } from "#domain/channels/imported-stay.ts";

export type ChannelDelivery = Delivery & { channel: string; platform: Platform; name: string };

/**
 * What each channel with a calendar URL knows about the current state of a record; null if the record does not exist.
 */
export async function readDeliveries(feeds: FeedStore, key: string): Promise<ChannelDelivery[] | null> {
  return feeds.locked(async (trx) => {
    const now = await feeds.record(trx, key);
    return now ? deliveriesOf(feeds, trx, key, now) : null;
  });
}

/** Omits the channel that sold the stay, because that channel already knows about it. */
export async function deliveriesOf(
  feeds: FeedStore,
  trx: Trx,
  key: string,
  now: RecordState,
): Promise<ChannelDelivery[]> {
  const uid = (await feeds.items(trx, [key])).get(key)?.uid;
  const deliveries: ChannelDelivery[] = [];
  for (const { channel, platform } of await feeds.list(trx)) {
    if (now.from !== null && [channel, platform].includes(now.from)) continue;
    const versions = await feeds.versions(trx, channel);
    const given = versions.map(({ at, items }) => ({ at, stay: items.find((item) => item.uid === uid)?.stay ?? null }));
    const name = nameOf(platform, (await feeds.channel(trx, channel))?.name ?? PLATFORM_NAMES[platform]);
    deliveries.push({ channel, platform, name, ...deliveryOf(now.stay, given) });
  }
  return deliveries;
}
