import type { Alert } from "#contract/analytics.ts";
import { momentText, type TimeZone } from "#domain/calendar/time-zone.ts";
import type { Trx } from "../database/transaction.ts";
import { type ReadNeeds, readFeeds } from "./read-feeds.ts";

type Needs = ReadNeeds & {
  timeZone: () => Promise<TimeZone>;
  channelName: (trx: Trx, id: string) => Promise<string | null>;
};

/** Dashboard alerts about bookings that may be missing, and about our own calendars. */
export async function feedAlerts(needs: Needs): Promise<Alert[]> {
  const { hold, feeds } = await readFeeds(needs);
  const found: Alert[] = [];
  if (hold) {
    const why =
      hold.reason === "restored"
        ? `Bookings made after ${momentText(hold.since, await needs.timeZone())} may be missing.`
        : "Platforms have bookings that are not in your calendar.";
    found.push({
      id: "feeds-held",
      level: "warning",
      title: "Bookings may be missing",
      detail: `${why} Until you confirm that your calendar is complete, guests can only send requests, and platforms can't read it.`,
      href: "/admin/channels",
    });
  }
  for (const feed of feeds) {
    const name = await needs.feeds.locked((trx) => needs.channelName(trx, feed.channel));
    // Nobody reads the calendar of a disconnected channel.
    if (name === null) continue;
    const href = `/admin/channels/${encodeURIComponent(feed.channel)}`;
    if (feed.seemsPublic) {
      found.push({
        id: `feed-public-${feed.channel}`,
        level: "warning",
        title: `Your private calendar link for ${name} may be public`,
        detail: "Programs other than the platform's are reading it. Create a new link.",
        href,
      });
    }
    if (feed.quiet) {
      found.push({
        id: `feed-quiet-${feed.channel}`,
        level: "warning",
        title: feed.lastReadAt ? `${name} stopped reading your calendar` : `${name} has not read your calendar yet`,
        detail:
          "It could sell nights that are already taken. Refresh the imported calendar there, or paste your link again.",
        href,
      });
    }
  }
  return found;
}
