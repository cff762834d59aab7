import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import type { Channel } from "#contract/channels.ts";
import { channelsQuery } from "../api/channel-list.ts";
import { channelStaysQuery, feedsQuery, createFeedLink, syncNow } from "../api/channels.ts";
import { formatAgo } from "../lib/format-ago.ts";
import { paths } from "../lib/paths.ts";
import { Button } from "../ui/button.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { ActError } from "./bookings/act-error.tsx";
import { Card, Fact, Facts } from "./bookings/card.tsx";
import { countsText } from "./channels/counts-text.ts";
import { DisconnectCard } from "./channels/disconnect-card.tsx";
import { HealthBadge } from "./channels/health-badge.tsx";
import { OurLink, PublicLinkNotice } from "./channels/our-link.tsx";
import { ReadStatus } from "./channels/read-status.tsx";
import { StayLines } from "./channels/stay-lines.tsx";
import { TheirCalendar } from "./channels/their-calendar.tsx";
import { useChannelAct, usePolledChannels } from "./channels/use-channel-act.ts";
import { WHERE_TO_FIND } from "./channels/where-to-find.ts";
import { Loaded } from "./frame/loaded.tsx";
import type { Feed, FeedRead } from "#contract/feeds.ts";
import { counted } from "#domain/text/counted.ts";
import { formatMoment } from "../lib/format-date.ts";

export function ChannelPage() {
  const { channelId = "" } = useParams();
  const channels = useQuery(channelsQuery);
  usePolledChannels();
  return (
    <div className="space-y-5">
      <TextLink href={paths.admin.channels}>Back to Channels</TextLink>
      <Loaded query={channels} what="the channel" loading="Loading channel..." heading="Channel">
        {({ channels: all, now, timeZone }) => {
          const channel = all.find(({ id }) => id === channelId);
          return channel ? (
            <Shown key={channel.id} channel={channel} now={now} timeZone={timeZone} />
          ) : (
            <NotConnected />
          );
        }}
      </Loaded>
    </div>
  );
}

type ShownProps = { channel: Channel; now: string; timeZone: string };

function Shown({ channel, now, timeZone }: ShownProps) {
  const stays = useQuery(channelStaysQuery(channel.id));
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="font-serif text-3xl wrap-anywhere">{channel.name}</h1>
        <HealthBadge health={channel.health} />
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="min-w-0 space-y-5">
          <Condition channel={channel} now={now} />
          <TheirCalendar channel={channel} />
        </div>
        <div className="min-w-0 space-y-5">
          <OurCalendar channel={channel} now={now} timeZone={timeZone} />
          <Card title="What it shows">
            {channel.ignoredText ? <p className="mb-3 text-sm text-ink-soft">{channel.ignoredText}</p> : null}
            <Loaded query={stays} what="its stays" loading="Loading stays...">
              {(data) => <StayLines stays={data} />}
            </Loaded>
          </Card>
          <DisconnectCard channel={channel} />
        </div>
      </div>
    </>
  );
}

function Condition({ channel, now }: Pick<ShownProps, "channel" | "now">) {
  const sync = useChannelAct(() => syncNow(channel), { failed: `We couldn't read ${channel.name}'s calendar` });
  const ago = (moment: string | null) => (moment ? formatAgo(moment, now) : "Never");
  return (
    <Card title="Status">
      <p className="mb-3">{channel.healthText}</p>
      {channel.hint ? <p className="mb-3 rounded-lg bg-sunken p-3 text-sm">{channel.hint}</p> : null}
      <Facts>
        <Fact name="Last successful check">{ago(channel.lastOkAt)}</Fact>
        <Fact name="Next check">{channel.nextRunAt ? formatAgo(channel.nextRunAt, now) : "None planned"}</Fact>
        <Fact name="Last change">{ago(channel.lastChangeAt)}</Fact>
        <Fact name="In this calendar">{countsText(channel.counts)}</Fact>
      </Facts>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button disabled={sync.isPending || channel.reading || channel.paused} onClick={() => sync.mutate()}>
          {sync.isPending || channel.reading ? "Syncing..." : "Sync now"}
        </Button>
        {channel.health === "held" ? (
          <TextLink href={`${paths.admin.channels}#questions`}>Answer the question</TextLink>
        ) : null}
        <TextLink href={`${paths.admin.channelHistory}?channel=${encodeURIComponent(channel.id)}`}>History</TextLink>
      </div>
      {sync.data ? (
        <p role="status" className="mt-3">
          {sync.data.text}
        </p>
      ) : null}
      <ActError error={sync.error} />
    </Card>
  );
}

function OurCalendar({ channel, now, timeZone }: ShownProps) {
  const feeds = useQuery(feedsQuery);
  const open = useChannelAct(() => createFeedLink(channel.id), { failed: "We couldn't create a link" });
  return (
    <Card title="Your calendar on this platform">
      <Loaded query={feeds} what="your calendar" loading="Loading your calendar...">
        {({ feeds: all, publicUrl }) => {
          const feed = all.find((one) => one.channel === channel.id);
          return feed ? (
            <div className="space-y-4">
              <PublicLinkNotice feed={feed} platformName={channel.name} />
              <ReadStatus feed={feed} platformName={channel.name} now={now} />
              <OurLink feed={feed} publicUrl={publicUrl} platformName={channel.name} timeZone={timeZone} />
              <p className="text-sm text-ink-soft">{WHERE_TO_FIND[channel.platform].ours}</p>
              <ReadLog feed={feed} timeZone={timeZone} />
            </div>
          ) : (
            <div className="space-y-3">
              <p>{channel.name} doesn't have your calendar link yet, so it can't see which nights are taken here.</p>
              <Button disabled={open.isPending} onClick={() => open.mutate()}>
                Create a link
              </Button>
              <ActError error={open.error} />
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}

function NotConnected() {
  return (
    <section className="space-y-3">
      <h1 className="font-serif text-3xl">Not connected</h1>
      <p>This channel is no longer connected. Bookings that you kept stay in the calendar.</p>
    </section>
  );
}

const OUTCOMES = {
  whole: "read everything",
  unchanged: "found nothing new",
  headers: "checked that it exists",
  refused: "got an error and keeps the calendar it already has",
} satisfies Record<FeedRead["outcome"], string>;

/** S-70. Newest first. */
function ReadLog({ feed, timeZone }: { feed: Feed; timeZone: string }) {
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
