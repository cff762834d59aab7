import { spanText } from "#domain/channels/echo.ts";
import type { HostOverride } from "#domain/channels/imported-stay.ts";
import { spanOf } from "#domain/channels/match.ts";
import type { NotifyHost } from "../core/host.ts";
import { STANDING } from "../core/occupied-nights.ts";
import type { Trx } from "../database/transaction.ts";
import { stayFromRow, stays } from "./channel-queries.ts";
import type { Act, Channel, ServedTo, StoredChannelStay } from "./ports.ts";
import { answersOf } from "./review-queries.ts";
import { stillBookedNotification } from "./still-booked.ts";
import { moveHostNotes, writeStay } from "./write-stay.ts";

export const HOST_OVERRIDE_LABELS: Record<HostOverride | "none", string> = {
  booking: "Marked as a booking by the host",
  closure: "Marked as a closure by the host",
  ignore: "Marked as ignored by the host",
  none: "The host has withdrawn their answer",
};

export function withHostOverride(stay: StoredChannelStay, hostOverride: HostOverride): StoredChannelStay {
  if (hostOverride === stay.hostOverride) return stay;
  return { ...stay, hostOverride, exclusion: hostOverride === "ignore" ? "ignored" : null };
}

/**
 * The stay as the import would treat it without the host's answer. An answer to the question about its span is
 * forgotten too, and the next read is a full one, so the question is asked again if it still arises.
 */
export async function withoutHostOverride(
  trx: Trx,
  stay: StoredChannelStay,
  channel: Channel,
  { servedTo, at, today }: Act & { servedTo: ServedTo },
): Promise<StoredChannelStay> {
  const { channelId } = stay;
  await trx
    .updateTable("channel_review")
    .set({ answer: null })
    .where("channel_id", "=", channelId)
    .where("kind", "=", "long-span")
    .where("nights", "=", spanText(spanOf(stay)))
    .execute();
  await trx.updateTable("channel").set({ etag: "", last_modified: "" }).where("id", "=", channelId).execute();
  const rows = await stays(trx)
    .where("channel_stay.channel_id", "=", channelId)
    .where("channel_stay.state", "=", "active")
    .execute();
  const { exclusionWithoutHost } = await import("#domain/channels/merge.ts");
  const exclusion = exclusionWithoutHost(stay, {
    mode: channel.mode,
    stays: rows.map(stayFromRow),
    served: await servedTo(trx, channel),
    answers: await answersOf(trx, channelId),
    today,
    now: at,
  });
  return { ...stay, hostOverride: null, exclusion };
}

/**
 * Releases a stay that the calendar no longer shows, or keeps it anyway (S-37). A stay that has begun ends today
 * instead of being released: its guests may have slept here, and the cottage must then be cleaned (S-34).
 */
export async function settle(
  trx: Trx,
  stay: StoredChannelStay,
  release: boolean,
  { actor, at, today }: Act,
  notifyHost: NotifyHost | null,
): Promise<void> {
  const story = { actor, at, runId: null };
  if (!release) {
    const event = "Kept by the host although the calendar does not show it";
    return writeStay(trx, { before: stay, after: { ...stay, kept: true }, event }, story);
  }
  const replacement = await trx
    .selectFrom("channel_stay")
    .select("starts_on")
    .where("moved_from", "=", stay.id)
    .where("holds_nights", "=", 1)
    .orderBy("starts_on")
    .executeTakeFirst();
  // The stay with the new dates may include the nights that have passed (S-25), which count only once.
  const endsOn = replacement && replacement.starts_on < today ? replacement.starts_on : today;
  if (stay.startsOn < endsOn) {
    const event = "Ended early by the host";
    return writeStay(trx, { before: stay, after: { ...stay, endsOn, state: "finished" }, event }, story);
  }
  const event = "Released by the host";
  await writeStay(trx, { before: stay, after: { ...stay, state: "released" }, event }, story);
  await moveHostNotes(trx, stay.id);
  if (replacement) return;
  const booking = await trx
    .selectFrom("booking")
    .select(["id", "reference"])
    .where("id", "=", stay.bookingId)
    .where(STANDING)
    .executeTakeFirst();
  if (booking) await notifyHost?.(trx, stillBookedNotification(stay, stay.channelName, booking, at));
}
