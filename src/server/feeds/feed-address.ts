import type { Clock } from "../runtime/clock.ts";
import type { Trx } from "../database/transaction.ts";
import { hashToken, randomToken } from "../runtime/ids.ts";
import type { RecordAct } from "../core/host.ts";
import type { Feed, FeedStore } from "./feed-queries.ts";

export type AddressNeeds = { feeds: FeedStore; clock: Clock; record: RecordAct };

const HOUR_MS = 3_600_000;

/** The path of the URL: 256 random bits, and a human-readable name. */
export function feedPath({ platform, token }: Pick<Feed, "platform" | "token">): string {
  return `/calendar/${token}/${platform.replace(/[^a-z0-9]+/gi, "-")}.ics`;
}

/**
 * Creates a channel's URL. An existing URL is kept, because a second tap must not break the URL that a platform uses.
 * Returns false if the channel does not exist or is disconnected.
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

/** Gives a channel a new URL. Returns false if the channel has no URL yet. */
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

/** How long the old URLs keep working, because the host has to enter the new URL on each platform. */
const PASTE_HOURS = 48;

/** Gives all channels new URLs in the caller's transaction. Call this while holding the calendar's lock. */
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
  // If nobody has used the latest URL yet, the platform still uses the previous one, which we promised would keep
  // working.
  const isUnused =
    feed.oldUntil !== null && at < feed.oldUntil && !(await feeds.isRead(trx, feed.channel, feed.changedAt));
  const old = isUnused ? await feeds.oldTokenHash(trx, feed.channel) : hashToken(feed.token);
  await feeds.put(trx, { ...feed, token: randomToken(), changedAt: at, oldUntil }, oldUntil ? old : null);
  const after = { oldAddressAnsweredUntil: oldUntil?.toISOString() ?? "ended at once" };
  await record({ actor, act: "Replaced a calendar link", subject: name, after }, trx);
}
