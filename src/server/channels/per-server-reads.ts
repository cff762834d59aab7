import type { Channel } from "./ports.ts";

/**
 * Reads calendars on the same server one after another, and calendars on different servers in parallel (S-60). The
 * results are in the order of the channels.
 */
export async function readPerServer<T>(
  channels: readonly Channel[],
  read: (channel: Channel, onServer: number) => Promise<T>,
): Promise<T[]> {
  const before = new Map<string, Promise<unknown>>();
  const byServer = Map.groupBy(channels, serverOf);
  const reading = channels.map((channel) => {
    const server = serverOf(channel);
    const result = (before.get(server) ?? Promise.resolve()).then(() =>
      read(channel, byServer.get(server)?.length ?? 1),
    );
    before.set(
      server,
      result.catch(() => {}),
    );
    return result;
  });
  return Promise.all(reading);
}

export function serverOf({ url }: Pick<Channel, "url">): string {
  return URL.canParse(url) ? new URL(url).host : "";
}
