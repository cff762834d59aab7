import { Link } from "wouter";
import { paths } from "../../lib/paths.ts";
import { CHANNELS } from "../../lib/channels.ts";
import { Card } from "./card.tsx";

/** SPEC 2 and 4: the four platforms. None can be connected yet, and the card says no more than that. */
export function ChannelStatusCard() {
  return (
    <Card title="Channel Status">
      <ul className="divide-y divide-line">
        {CHANNELS.map((channel) => (
          <li key={channel.id} className="flex min-h-11 items-center justify-between gap-3 py-1">
            <span className="font-medium">{channel.name}</span>
            <span className="text-sm text-ink-soft">Not Connected</span>
          </li>
        ))}
      </ul>
      <Link href={paths.admin.channels} className="mt-2 inline-flex min-h-11 items-center font-semibold underline">
        Open channel manager
      </Link>
    </Card>
  );
}
