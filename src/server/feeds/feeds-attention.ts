import type { Attention } from "#contract/analytics.ts";
import type { Trx } from "../database/transaction.ts";
import { type ReadNeeds, readFeeds } from "./read-feeds.ts";

type Needs = ReadNeeds & { channelName: (trx: Trx, id: string) => Promise<string | null> };

/** What of our own calendars waits for the host, for the dashboard. */
export async function feedsAttention(needs: Needs): Promise<Attention[]> {
  const { hold, feeds } = await readFeeds(needs);
  const found: Attention[] = [];
  if (hold) {
    found.push({
      id: "feeds-held",
      level: "warning",
      title: "Our calendar is held back from the platforms",
      detail: "Look whether the calendar is right, then let them read it again.",
      href: "/admin/channels",
    });
  }
  for (const feed of feeds) {
    const name = await needs.feeds.locked((trx) => needs.channelName(trx, feed.channel));
    // Of a channel that is disconnected nobody reads.
    if (name === null) continue;
    const href = `/admin/channels/${encodeURIComponent(feed.channel)}`;
    if (feed.seemsPublic) {
      found.push({
        id: `feed-public-${feed.channel}`,
        level: "warning",
        title: `Your private calendar link for ${name} may be public`,
        detail: "Programs that are not the platform's ask for it from many places. Make a new address.",
        href,
      });
    }
    if (feed.quiet) {
      found.push({
        id: `feed-quiet-${feed.channel}`,
        level: "warning",
        title: feed.lastReadAt ? `${name} stopped reading our calendar` : `${name} has not read our calendar yet`,
        detail: "It can sell nights that are taken. Refresh the imported calendar there, or paste our address.",
        href,
      });
    }
  }
  return found;
}
