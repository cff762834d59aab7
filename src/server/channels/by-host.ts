import type { Channel } from "./ports.ts";

/** Calendars of one host are read one after the other, hosts side by side (S-60). Results come in the channels' order. */
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
