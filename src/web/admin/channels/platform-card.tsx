import { Link } from "wouter";
import type { Channel } from "#contract/channels.ts";
import type { Feed } from "#contract/feeds.ts";
import { syncNow } from "../../api/channels.ts";
import { formatAgo } from "../../lib/format-ago.ts";
import { formatSpan } from "../../lib/format-span.ts";
import { paths } from "../../lib/paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { countsText } from "./counts-text.ts";
import { HealthBadge } from "./health-badge.tsx";
import { ReadStatus } from "./read-status.tsx";
import { useChannelAct } from "./use-channel-act.ts";

const cardClass = "flex flex-col rounded-2xl border border-line bg-surface p-5";

type Platform = { name: string; description: string; requirements: readonly string[] };

/** SPEC 2 */
export function OpenPlatform({ platform, onConnect }: { platform: Platform; onConnect: () => void }) {
  return (
    <li className={cardClass}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg font-semibold">{platform.name}</h3>
        <span className="rounded-full bg-sunken px-3 py-1 text-sm font-medium">Not Connected</span>
      </div>
      <p className="mt-1 text-ink-soft">{platform.description}</p>
      <p className="mt-3 font-medium">Requirements</p>
      <ul className="list-disc pl-5">
        {platform.requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">
        You don't need these to connect with calendar links. You only paste one link here and one on the platform.
      </p>
      <Button className="mt-4 self-start" aria-label={`Connect ${platform.name}`} onClick={onConnect}>
        Connect
      </Button>
    </li>
  );
}

export function ConnectedPlatform({ channel, feed, now }: { channel: Channel; feed: Feed | undefined; now: string }) {
  const sync = useChannelAct(() => syncNow(channel), {
    done: ({ text }) => text,
    failed: `We couldn't read ${channel.name}'s calendar`,
  });
  const syncing = sync.isPending || channel.reading;
  return (
    <li className={cardClass}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-lg font-semibold">{channel.name}</h3>
        <HealthBadge health={channel.health} />
      </div>
      <div className="mt-3 grow space-y-2">
        <p>{channel.healthText}</p>
        <p className="text-sm text-ink-soft">
          {countsText(channel.counts)}
          {channel.lastOkAt ? (
            <>
              {" · "}read <time dateTime={channel.lastOkAt}>{formatAgo(channel.lastOkAt, now)}</time>
            </>
          ) : null}
          {channel.nextRunAt ? <> · next {formatAgo(channel.nextRunAt, now)}</> : null}
        </p>
        {channel.ignoredText ? <p className="text-sm text-ink-soft">{channel.ignoredText}</p> : null}
        {channel.atRisk.length > 0 ? <AtRisk channel={channel} /> : null}
        {channel.hint ? <p className="rounded-lg bg-sunken p-3 text-sm">{channel.hint}</p> : null}
        <div className="border-t border-line pt-2 text-sm">
          {feed ? (
            <ReadStatus feed={feed} platformName={channel.name} now={now} />
          ) : (
            <p className="font-semibold text-clay">
              {channel.name} doesn't have your calendar link yet. Open Configure to create one.
            </p>
          )}
          {feed?.seemsPublic ? (
            <p className="mt-1 font-semibold text-danger">
              Your private link for this platform may have leaked. Open Configure to replace it.
            </p>
          ) : null}
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link
          href={paths.admin.channel(channel.id)}
          className={buttonClass("secondary")}
          aria-label={`Configure ${channel.name}`}
        >
          Configure
        </Link>
        <Button
          look="secondary"
          aria-label={`${syncing ? "Syncing..." : "Sync now"}: ${channel.name}`}
          disabled={syncing || channel.paused}
          onClick={() => sync.mutate()}
        >
          {syncing ? "Syncing..." : "Sync now"}
        </Button>
      </div>
      {sync.data ? (
        <p role="status" className="mt-3 text-sm">
          {sync.data.text}
        </p>
      ) : null}
    </li>
  );
}

/** S-64: nights that the platform may have sold as well. */
function AtRisk({ channel }: { channel: Channel }) {
  return (
    <div className="rounded-lg bg-sunken p-3 text-sm">
      <p className="font-semibold">
        Booked here in the meantime. Check that {channel.name} hasn't sold these nights too:
      </p>
      <ul>
        {channel.atRisk.map(({ id, reference, checkIn, checkOut }) => (
          <li key={`${id} ${checkIn}`}>
            <TextLink href={paths.admin.booking(id)}>{reference}</TextLink> {formatSpan(checkIn, checkOut)}
          </li>
        ))}
      </ul>
    </div>
  );
}
