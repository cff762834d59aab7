import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { Platform } from "#domain/channels/channel.ts";
import type { FeedEvent } from "#domain/channels/feed-event.ts";
import type { ImportedStay } from "#domain/channels/imported-stay.ts";
import { RENAMED } from "#domain/channels/match.ts";
import type { Trx } from "../database/transaction.ts";
import type { Channel, StoredChannelStay } from "./ports.ts";
import { type Reader, stayFromRow, stays } from "./channel-queries.ts";

/**
 * A reconnected platform may list stays whose records were not released when it was disconnected. These records move to
 * the new channel with everything that the host entered, so they cause no conflicts. Stays that the platform does
 * not list remain with the old channel, and their nights stay closed.
 */
export async function relinkKeptStays(
  trx: Trx,
  { id, platform }: Pick<Channel, "id" | "platform">,
  events: readonly FeedEvent[],
  today: LocalDate,
): Promise<void> {
  for (const stay of await relinkableStays(trx, platform, events, today, id)) {
    await trx.updateTable("channel_stay").set({ channel_id: id }).where("id", "=", stay.id).execute();
  }
}

/**
 * The stays that `relinkKeptStays` would move. An event that a stay of the channel itself already describes needs no
 * other record.
 */
export async function relinkableStays(
  db: Reader,
  platform: Platform,
  events: readonly FeedEvent[],
  today: LocalDate,
  channelId: string | null = null,
): Promise<StoredChannelStay[]> {
  const own = channelId === null ? [] : await openStays(db, channelId);
  const left = events.filter((event) => !own.some((stay) => isOne(stay, event)));
  const kept = await stays(db)
    .where("channel.platform", "=", platform)
    .where("channel.state", "=", "disconnected")
    .where("channel_stay.state", "in", ["active", "missing"])
    .where("ends_on", ">=", today)
    .execute();
  return kept.map(stayFromRow).filter((stay) => left.some((event) => isOne(stay, event)));
}

async function openStays(db: Reader, channelId: string): Promise<StoredChannelStay[]> {
  const rows = await stays(db)
    .where("channel_stay.channel_id", "=", channelId)
    .where("channel_stay.state", "in", ["active", "missing"])
    .execute();
  return rows.map(stayFromRow);
}

function isOne(stay: ImportedStay, event: FeedEvent): boolean {
  if (stay.uid === event.uid && stay.occurrence === event.occurrence) return true;
  return stay.kind === event.kind && RENAMED.some((alike) => alike(stay, event));
}
