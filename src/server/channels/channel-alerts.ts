import { counted } from "#domain/text/counted.ts";
import type { Alert } from "#contract/analytics.ts";
import { nameOf } from "#domain/channels/imported-stay.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Channel } from "./ports.ts";
import type { ChannelAdminStore } from "./admin-queries.ts";
import { healthTextOf, isUnreachable } from "./views.ts";

const PATH = "/admin/channels";

/** Channel alerts for the host: conflicts first, then questions, then unreachable platforms. */
export function channelAlerts(store: Pick<ChannelAdminStore, "open" | "channels">, clock: Clock) {
  return async (): Promise<Alert[]> => {
    const [open, channels] = await Promise.all([store.open(), store.channels()]);
    const found: Alert[] = [];
    if (open.conflicts > 0) {
      const title = counted(open.conflicts, "calendar conflict");
      const detail = "The same nights are taken twice. See who has them and what to do.";
      found.push({ id: "channel-conflicts", level: "warning", title, detail, href: `${PATH}#conflicts` });
    }
    if (open.reviews > 0) {
      const title =
        open.reviews === 1
          ? "1 question about a platform's calendar"
          : `${open.reviews} questions about platforms' calendars`;
      found.push({
        id: "channel-reviews",
        level: "notice",
        title,
        detail: "Open Channels to answer.",
        href: `${PATH}#questions`,
      });
    }
    return [...found, ...channels.flatMap((channel) => unreachableAlert(channel, clock()))];
  };
}

function unreachableAlert(channel: Channel, now: Date): Alert[] {
  if (!isUnreachable(channel, now)) return [];
  const name = nameOf(channel.platform, channel.name);
  const detail = `${healthTextOf(channel, now)} We can't see nights sold there since the calendar was last read.`;
  return [
    {
      id: `channel-${channel.id}`,
      level: "warning",
      title: `${name}: we can't read the calendar`,
      detail,
      href: PATH,
    },
  ];
}
