import { useQuery } from "@tanstack/react-query";
import { channelsQuery } from "../../api/channel-list.ts";
import { CHANNELS } from "../../lib/channels.ts";
import { formatAgo } from "../../lib/format-ago.ts";
import { paths } from "../../lib/paths.ts";
import { healthLabel } from "../channels/health-badge.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Card } from "./card.tsx";

/** SPEC 2 and 4, with any other connected calendars added. */
export function ChannelStatusCard() {
  const { data, error } = useQuery(channelsQuery);
  const connected = data?.channels ?? [];
  const open = CHANNELS.filter(({ id }) => !connected.some(({ platform }) => platform === id));
  return (
    <Card title="Channel Status">
      {error ? <p role="alert">We couldn't load the channels.</p> : null}
      <ul className="divide-y divide-line">
        {connected.map((channel) => (
          <li key={channel.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1">
            <span className="font-medium wrap-anywhere">{channel.name}</span>
            <span className="text-right text-sm">
              {healthLabel(channel.health)}
              {channel.lastOkAt && data ? (
                <span className="text-ink-soft"> · {formatAgo(channel.lastOkAt, data.now)}</span>
              ) : null}
            </span>
          </li>
        ))}
        {open.map((channel) => (
          <li key={channel.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 py-1">
            <span className="font-medium">{channel.name}</span>
            {/* Until the status has loaded, the names reserve the space. */}
            <span className="text-sm text-ink-soft">{data ? "Not Connected" : null}</span>
          </li>
        ))}
      </ul>
      <TextLink href={paths.admin.channels} className="mt-2">
        Open channel manager
      </TextLink>
    </Card>
  );
}
