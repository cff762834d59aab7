import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { FeedEvent } from "#domain/channels/feed-event.ts";
import type { ImportedStay } from "#domain/channels/imported-stay.ts";
import { RENAMED } from "#domain/channels/match.ts";
import type { Trx } from "../database/transaction.ts";
import type { Channel } from "./ports.ts";
import { stayFromRow, stays } from "./stored-channel.ts";

/**
 * A platform that is connected anew shows again what the host kept when it was disconnected: the same stays, with what was
 * typed about them, and no double bookings. What it does not show stays with the channel that is gone, and stays closed.
 */
export async function adoptKept(
  trx: Trx,
  { id, platform }: Pick<Channel, "id" | "platform">,
  events: readonly FeedEvent[],
  today: LocalDate,
): Promise<void> {
  const kept = await stays(trx)
    .where("channel.platform", "=", platform)
    .where("channel.state", "=", "disconnected")
    .where("channel_stay.state", "in", ["active", "missing"])
    .where("ends_on", ">=", today)
    .execute();
  const shown = kept.map(stayFromRow).filter((stay) => events.some((event) => isOne(stay, event)));
  for (const stay of shown) {
    await trx.updateTable("channel_stay").set({ channel_id: id }).where("id", "=", stay.id).execute();
  }
}

function isOne(stay: ImportedStay, event: FeedEvent): boolean {
  if (stay.uid === event.uid && stay.occurrence === event.occurrence) return true;
  return stay.kind === event.kind && RENAMED.some((alike) => alike(stay, event));
}
