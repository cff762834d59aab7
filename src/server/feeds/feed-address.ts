import type { Clock } from "../runtime/clock.ts";
import type { Trx } from "../database/transaction.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { RecordAct } from "../core/host.ts";
import type { Feed, FeedStore } from "./feed-queries.ts";

export type AddressNeeds = { feeds: FeedStore; clock: Clock; record: RecordAct };

const HOUR_MS = 3_600_000;

/** The path of the address: 256 random bits, and a name for people. */
export function feedPath({ platform, token }: Pick<Feed, "platform" | "token">): string {
  return `/calendar/${token}/${platform.replace(/[^a-z0-9]+/gi, "-")}.ics`;
}

/**
 * Creates a channel's address. An existing one stays: a second tap must not break the address that a platform uses.
 * False if the channel does not exist.
 */
export async function openAddress(needs: AddressNeeds, channel: string, actor: string): Promise<boolean> {
  const { feeds, clock, record } = needs;
  return feeds.locked(async (trx) => {
    const known = await feeds.channel(trx, channel);
    if (!known) return false;
    if (await feeds.find(trx, channel)) return true;
    const at = clock();
    const { platform, name } = known;
    await feeds.put(
      trx,
      { channel, platform, token: randomToken(), openedAt: at, changedAt: at, oldUntil: null },
      null,
    );
    await record({ actor, act: "Created a calendar link", subject: name }, trx);
    return true;
  });
}

/** Gives a channel a new address. False if it has none yet. */
export async function rotateAddress(
  needs: AddressNeeds,
  { channel, keepOldHours, actor }: { channel: string; keepOldHours: number; actor: string },
): Promise<boolean> {
  const { feeds } = needs;
  return feeds.locked(async (trx) => {
    const feed = await feeds.find(trx, channel);
    if (feed) await rotate(needs, trx, feed, { keepOldHours, actor });
    return feed !== null;
  });
}

/**
 * How long the old addresses keep working, as the portal suggests for a single one: the host has to enter the new ones
 * at each platform.
 */
const PASTE_HOURS = 48;

/** Gives all channels new addresses, in the caller's transaction; call it under the calendar's lock. */
export async function rotateAll(needs: AddressNeeds, trx: Trx, actor: string): Promise<void> {
  for (const feed of await needs.feeds.list(trx)) {
    await rotate(needs, trx, feed, { keepOldHours: PASTE_HOURS, actor });
  }
}

async function rotate(
  { feeds, clock, record }: AddressNeeds,
  trx: Trx,
  feed: Feed,
  { keepOldHours, actor }: { keepOldHours: number; actor: string },
): Promise<void> {
  const { name } = (await feeds.channel(trx, feed.channel)) ?? { name: feed.channel };
  const at = clock();
  const oldUntil = keepOldHours > 0 ? new Date(at.getTime() + keepOldHours * HOUR_MS) : null;
  const old = oldUntil ? hashToken(feed.token) : null;
  await feeds.put(trx, { ...feed, token: randomToken(), changedAt: at, oldUntil }, old);
  const after = { oldAddressAnsweredUntil: oldUntil?.toISOString() ?? "ended at once" };
  await record({ actor, act: "Replaced a calendar link", subject: name, after }, trx);
}

/** Closes a disconnected channel's address, which stops working at once (S-68). */
export async function closeAddress(feeds: FeedStore, trx: Trx, channel: string): Promise<void> {
  await feeds.remove(trx, channel);
}
