import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { ChannelList } from "#contract/channels.ts";
import type { Platform } from "#domain/channels/channel.ts";
import { channelsQuery } from "../api/channel-list.ts";
import { conflictsQuery, feedsQuery, reviewsQuery, syncEverything } from "../api/channels.ts";
import { CHANNELS } from "../lib/channels.ts";
import { paths } from "../lib/paths.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { ConflictList } from "./channels/conflict-list.tsx";
import { ConnectDialog } from "./channels/connect-dialog.tsx";
import { HoldNotice } from "./channels/hold-notice.tsx";
import { ConnectedPlatform, OpenPlatform } from "./channels/platform-card.tsx";
import { ReviewList } from "./channels/review-list.tsx";
import { RulesForm } from "./channels/rules-form.tsx";
import { useChannelAct, usePolledChannels } from "./channels/use-channel-act.ts";
import { Loaded } from "./frame/loaded.tsx";
import { Bone } from "./frame/screen-skeleton.tsx";
import { type Tile, Tiles } from "./frame/tiles.tsx";

/** SPEC 2 */
export function ChannelsPage() {
  const channels = useQuery(channelsQuery);
  usePolledChannels();
  return (
    <div className="space-y-8">
      <div>
        <TextLink href={paths.admin.dashboard}>Back to Dashboard</TextLink>
        <h1 className="font-serif text-3xl">Channel Manager</h1>
        <p className="text-ink-soft">Connect the booking platforms where you list your cottage.</p>
      </div>
      <Loaded query={channels} what="your channels" loading={<Loading />}>
        {(list) => <Shown list={list} />}
      </Loaded>
      <SetupGuide />
    </div>
  );
}

function Shown({ list }: { list: ChannelList }) {
  const conflicts = useQuery(conflictsQuery);
  const reviews = useQuery(reviewsQuery);
  const feeds = useQuery(feedsQuery);
  return (
    <>
      <Tiles label="Channels at a glance" tiles={tilesOf(list)} />
      <Loaded query={conflicts} what="the conflicts" loading={null}>
        {(data) => <ConflictList conflicts={data} timeZone={list.timeZone} />}
      </Loaded>
      <Loaded query={reviews} what="the questions" loading={null}>
        {(data) => <ReviewList reviews={data} timeZone={list.timeZone} />}
      </Loaded>
      <Loaded query={feeds} what="your calendar links" loading={null}>
        {({ hold }) => <HoldNotice hold={hold} timeZone={list.timeZone} />}
      </Loaded>
      <Platforms list={list} feeds={feeds.data?.feeds ?? []} />
      {list.channels.length > 0 ? <RulesForm rules={list.rules} /> : null}
    </>
  );
}

function Platforms({ list, feeds }: { list: ChannelList; feeds: Parameters<typeof ConnectedPlatform>[0]["feed"][] }) {
  const [connecting, setConnecting] = useState<{ platform: Platform; name: string } | null>(null);
  const of = (platform: Platform) => list.channels.filter((channel) => channel.platform === platform);
  const connected = (platform: Platform) =>
    of(platform).map((channel) => (
      <ConnectedPlatform
        key={channel.id}
        channel={channel}
        feed={feeds.find((feed) => feed?.channel === channel.id)}
        now={list.now}
      />
    ));
  return (
    <section aria-labelledby="platforms">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="platforms" className="font-serif text-xl">
          Booking platforms
        </h2>
        {list.channels.length > 0 ? <SyncAll /> : null}
      </div>
      <ul className="grid gap-4 md:grid-cols-2">
        {CHANNELS.map((platform) =>
          of(platform.id).length > 0 ? (
            connected(platform.id)
          ) : (
            <OpenPlatform
              key={platform.id}
              platform={platform}
              onConnect={() => setConnecting({ platform: platform.id, name: platform.name })}
            />
          ),
        )}
        {connected("other")}
      </ul>
      <Button
        look="secondary"
        className="mt-4"
        onClick={() => setConnecting({ platform: "other", name: "another calendar" })}
      >
        Connect another calendar
      </Button>
      {connecting ? (
        <ConnectDialog
          platform={connecting.platform}
          platformName={connecting.name}
          onClose={() => setConnecting(null)}
        />
      ) : null}
    </section>
  );
}

function SyncAll() {
  const sync = useChannelAct(() => syncEverything(), { failed: "We couldn't read the calendars" });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Link href={paths.admin.channelHistory} className={buttonClass("quiet", "underline")}>
        History
      </Link>
      <Button look="secondary" disabled={sync.isPending} onClick={() => sync.mutate()}>
        {sync.isPending ? "Syncing..." : "Sync all now"}
      </Button>
      {sync.data ? (
        <ul role="status" className="basis-full text-sm">
          {sync.data.results.map((result) => (
            <li key={result.channelId}>
              {result.name}: {result.text}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function tilesOf({ tiles, channels }: ChannelList): Tile[] {
  // If no calendar is connected, none can be out of sync.
  const none = channels.length === 0 ? "100%" : "No data yet";
  return [
    { label: "Connected Channels", value: String(tiles.connected) },
    { label: "Available Platforms", value: String(tiles.available) },
    { label: "Calendar Sync", value: tiles.syncPercent === null ? none : `${tiles.syncPercent}%` },
    { label: "Auto Bookings Today", value: String(tiles.autoBookingsToday) },
  ];
}

function Loading() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading channels...</span>
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {CHANNELS.map(({ id }) => (
          <Bone key={id} className="h-24" />
        ))}
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {CHANNELS.map(({ id }) => (
          <Bone key={id} className="h-64" />
        ))}
      </div>
    </div>
  );
}

/** SPEC 2 */
function SetupGuide() {
  return (
    <section aria-labelledby="guide" className="rounded-2xl border border-line bg-surface p-5">
      <h2 id="guide" className="font-serif text-xl">
        Setup guide
      </h2>
      <ol className="mt-3 list-decimal space-y-2 pl-5">
        <li>List your cottage on the platform and copy its calendar export link.</li>
        <li>Press Connect, paste the link, check what we'll import, and save.</li>
        <li>
          Paste your link where the platform imports calendars. If platforms import each other's calendars, remove those
          links. Connect each platform only to this site.
        </li>
      </ol>
      <p className="mt-3 rounded-lg bg-sunken p-3">
        API access approval takes 1-3 business days. Calendar links need no approval and work right away.
      </p>
    </section>
  );
}
