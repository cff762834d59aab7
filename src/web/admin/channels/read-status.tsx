import type { Feed } from "#contract/feeds.ts";
import { formatAgo, formatLength } from "../../lib/format-ago.ts";

/** S-70: "Airbnb last read your calendar 1 h 12 min ago, usually every 2 h 40 min". */
export function ReadStatus({ feed, platformName, now }: { feed: Feed; platformName: string; now: string }) {
  if (!feed.lastReadAt) {
    return (
      <p className={feed.quiet ? "font-semibold text-clay" : undefined}>
        {platformName} hasn't read your calendar yet. Paste your link there
        {feed.quiet ? ". Until then, it can sell nights that are taken." : "."}
      </p>
    );
  }
  const usual = feed.usualGapMs === null ? "" : `, usually every ${formatLength(feed.usualGapMs)}`;
  return (
    <>
      <p>
        {platformName} last read your calendar <time dateTime={feed.lastReadAt}>{formatAgo(feed.lastReadAt, now)}</time>
        {usual}.
      </p>
      {feed.quiet ? (
        <p className="font-semibold text-clay">
          That is longer than usual. Refresh the imported calendar there, because the platform may sell nights that are
          taken.
        </p>
      ) : null}
    </>
  );
}
