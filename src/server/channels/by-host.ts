import type { Channel } from "./ports.ts";

/**
 * Reads calendars on the same server one after another, and calendars on different servers in parallel (S-60). The
 * results are in the order of the channels.
 */
export async function byHost<T>(
  channels: readonly Channel[],
  read: (channel: Channel, ofHost: number) => Promise<T>,
): Promise<T[]> {
  const before = new Map<string, Promise<unknown>>();
  const hosts = Map.groupBy(channels, hostOf);
  const reading = channels.map((channel) => {
    const host = hostOf(channel);
    const result = (before.get(host) ?? Promise.resolve()).then(() => read(channel, hosts.get(host)?.length ?? 1));
    before.set(
      host,
      result.catch(() => {}),
    );
    return result;
  });
  return Promise.all(reading);
}

export function hostOf({ url }: Pick<Channel, "url">): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
