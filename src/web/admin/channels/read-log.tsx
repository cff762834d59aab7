import type { Feed, FeedRead } from "#contract/feeds.ts";
import { counted } from "#domain/text/counted.ts";
import { formatMoment } from "../../lib/format-date.ts";

const OUTCOMES = {
  whole: "read everything",
  unchanged: "found nothing new",
  headers: "checked that it exists",
  refused: "got an error and keeps the calendar it already has",
} satisfies Record<FeedRead["outcome"], string>;

/** S-70: who has read our calendar, newest first. */
export function ReadLog({ feed, timeZone }: { feed: Feed; timeZone: string }) {
  if (feed.reads.length === 0) return null;
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline">
        Who has read it ({counted(feed.spans, "closed period")} in the last read)
      </summary>
      <ul className="mt-2 divide-y divide-line text-sm">
        {feed.reads.map((read, index) => (
          <li key={index} className="py-2">
            <p>
              <time dateTime={read.at}>{formatMoment(read.at, timeZone, "short")}</time>: {OUTCOMES[read.outcome]}
              {read.address === "old" ? ", with the old link" : ""}
            </p>
            <p className="wrap-anywhere text-ink-soft">
              {read.userAgent || "No name given"} · {read.network}
            </p>
          </li>
        ))}
      </ul>
    </details>
  );
}
