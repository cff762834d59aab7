import type { Trx } from "../database/transaction.ts";
import { isQuiet, seemsPublic, usualGapMs } from "#domain/channels/readers.ts";
import type { Clock } from "../runtime/clock.ts";
import { feedPath } from "./feed-address.ts";
import type { Feed, FeedStore } from "./feed-queries.ts";

export type ReadNeeds = { feeds: FeedStore; clock: Clock; publicUrl: string | null };

/** Enough for a week of reads at one read every half hour. */
const READS_LOOKED_AT = 400;
const READS_SHOWN = 20;

/**
 * How the platforms' readers may identify themselves. Platforms do not document their user agents, so any user agent
 * that contains a name of the platform or its company counts.
 */
const OWN_NAMES: Record<string, RegExp> = {
  airbnb: /airbnb/i,
  "booking.com": /booking/i,
  vrbo: /vrbo|homeaway|expedia/i,
  agoda: /agoda/i,
};
const NOBODY = /^$/;

/** Every calendar URL with its latest reads, and the reason if no calendars are published. */
export async function readFeeds({ feeds, clock }: ReadNeeds) {
  return feeds.locked(async (trx) => {
    const hold = await feeds.hold(trx);
    const states: Awaited<ReturnType<typeof stateOf>>[] = [];
    for (const feed of await feeds.list(trx)) {
      const state = await stateOf(feeds, trx, feed, clock());
      // While we refuse to serve the calendar, the platform cannot read it.
      states.push({ ...state, quiet: state.quiet && !hold });
    }
    return { hold, feeds: states };
  });
}

async function stateOf(feeds: FeedStore, trx: Trx, feed: Feed, now: Date) {
  const reads = await feeds.reads(trx, feed.channel, READS_LOOKED_AT);
  const given = reads.filter(({ outcome }) => outcome === "whole" || outcome === "unchanged");
  const version = await feeds.lastVersion(trx, feed.channel);
  const lastReadAt = given[0]?.at ?? null;
  const gapMs = usualGapMs(given);
  return {
    channel: feed.channel,
    platform: feed.platform,
    path: feedPath(feed),
    openedAt: feed.openedAt,
    changedAt: feed.changedAt,
    oldUntil: feed.oldUntil && now < feed.oldUntil ? feed.oldUntil : null,
    lastReadAt,
    usualGapMs: gapMs,
    quiet: isQuiet(lastReadAt ?? feed.openedAt, gapMs, now),
    seemsPublic: seemsPublic(
      reads.filter(({ at }) => at >= feed.changedAt),
      OWN_NAMES[feed.platform] ?? NOBODY,
    ),
    spans: version?.items.length ?? 0,
    reads: reads.slice(0, READS_SHOWN),
  };
}
