import type { ImportedStay, ExclusionReason, HostOverride } from "#domain/channels/imported-stay.ts";
import type { Trx } from "../database/transaction.ts";
import type { Act, Channel, StoredChannelStay } from "./ports.ts";
import { writeStay } from "./write-stay.ts";

export const HOST_OVERRIDE_LABELS: Record<HostOverride | "none", string> = {
  booking: "Marked as a booking by the host",
  closure: "Marked as a closure by the host",
  ignore: "Marked as ignored by the host",
  none: "The host has withdrawn their answer",
};

/** The stay with the host's answer applied. */
export function withHostOverride(
  stay: StoredChannelStay,
  hostOverride: HostOverride | null,
  channel: Channel | null,
): StoredChannelStay {
  if (hostOverride === stay.hostOverride) return stay;
  const exclusion: ExclusionReason | null = hostOverride === "ignore" ? "ignored" : null;
  const usual =
    hostOverride === null && stay.kind === "block" && channel?.mode === "reservations" ? "block-ignored" : exclusion;
  return { ...stay, hostOverride, exclusion: usual };
}

/** Releases a stay that the calendar no longer shows, or keeps the stay whatever the calendar shows (S-37). */
export async function settle(trx: Trx, stay: ImportedStay, release: boolean, { actor, at }: Act): Promise<void> {
  const after: ImportedStay = release ? { ...stay, state: "released" } : { ...stay, kept: true };
  const event = release ? "Released by the host" : "Kept by the host although the calendar does not show it";
  await writeStay(trx, { before: stay, after, event }, { actor, at, runId: null });
}
