import { SYNC_NOW_EVERY_MS } from "#domain/channels/timing.ts";
import type { Channel, Run } from "./ports.ts";
import { syncChannel, type SyncNeeds } from "./sync-channel.ts";

export type SyncNow = { ran: boolean; text: string };

/**
 * S-65: a read requested by the host, refused within a minute of the channel's last read. `onServer` is the number of
 * channels on the same server.
 */
export async function syncNow(needs: SyncNeeds, channel: Channel, onServer = 1): Promise<SyncNow> {
  if (channel.state !== "connected")
    return { ran: false, text: "This channel is paused. Turn off “Pause” under Configure to read its calendar." };
  const { lastRunAt } = channel;
  if (lastRunAt && Math.abs(needs.clock().getTime() - lastRunAt.getTime()) < SYNC_NOW_EVERY_MS) {
    return { ran: false, text: "The calendar was read less than a minute ago. Please wait a moment." };
  }
  const run = await syncChannel(needs, channel.id, "sync-now", Math.floor(HOST_WAITS_MS / onServer));
  return run
    ? { ran: true, text: wordsOf(run) }
    : { ran: false, text: "This calendar, or another one on the same server, is being read right now." };
}

/** Leaves time for the import, so that the host gets a result within ten seconds. */
const HOST_WAITS_MS = 8000;

function wordsOf({ result }: Run): string {
  return result.split("\n")[0] ?? "";
}
