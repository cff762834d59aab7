import * as z from "zod/mini";
import { isLocalDate, type LocalDate } from "#domain/calendar/local-date.ts";
import { coalescedDue, isSameStay, type KnownStay } from "#domain/messaging/known-stay.ts";
import type { HostChange } from "../core/host.ts";
import type { Trx } from "../database/transaction.ts";
import type { NewMessage } from "./ports.ts";
import { addMessages, holdUnclaimed, skipping } from "./queue-queries.ts";

/** `topic` identifies the stay, the recipient and the delivery method. */
type Order = Omit<HostChange, "hostNotification"> & {
  /** The message for a recipient who was last notified of `known`. */
  message: (known: KnownStay) => Omit<NewMessage, "due" | "at" | "topic" | "knownStay">;
};

export const UNCHANGED = "Not needed: the change was undone before this message was sent.";

/**
 * Writes the message about a change, or updates the message that is still waiting. Its recipient gets one message once
 * the booking has not changed for a while, or an hour after the first change, and no message if all changes have been
 * undone.
 */
export async function coalesce(trx: Trx, { topic, before, after, at, message }: Order): Promise<void> {
  const waiting = await findWaiting(trx, topic, before, at);
  const known = waiting?.known ?? before;
  if (!waiting) {
    if (isSameStay(known, after)) return;
    const due = coalescedDue(at, at);
    return addMessages(trx, [{ ...message(known), topic, knownStay: JSON.stringify(known), due, at }]);
  }
  const due = coalescedDue(waiting.since, at).toISOString();
  const same = isSameStay(known, after);
  const { subject = null, body = null, usefulUntil = null } = message(known);
  await trx
    .updateTable("scheduled_message")
    .set((eb) => ({
      status: same ? "skipped" : "pending",
      skipped_by: same ? "unchanged" : null,
      note: same ? UNCHANGED : null,
      scheduled_for: due,
      next_try_at: due,
      useful_until: usefulUntil?.toISOString() ?? null,
      retry_count: 0,
      created_at: waiting.since.toISOString(),
      // The host's edits for this guest are kept.
      ...(subject === null ? {} : { subject, body }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", waiting.id)
    .execute();
}

const SETTLED = "No longer needed.";

/**
 * Withdraws the waiting messages about changes, for all recipients. The topic of such a message is `topic`, or begins
 * with `topic` and a slash.
 */
export async function withdrawCoalesced(trx: Trx, topic: string): Promise<void> {
  await skipping(trx, SETTLED)
    .where("known_stay", "is not", null)
    .where((eb) => eb.or([eb("topic", "=", topic), eb("topic", "like", `${topic}/%`)]))
    .execute();
}

/** The unsent message about earlier changes. A message that was skipped because the changes were undone is reused. */
async function findWaiting(trx: Trx, topic: string, before: KnownStay, at: Date) {
  const ofTopic = trx.selectFrom("scheduled_message").where("topic", "=", topic);
  await holdUnclaimed(trx, ofTopic, at);
  const rows = await ofTopic
    .select(["id", "status", "known_stay", "created_at"])
    .where((eb) =>
      eb.or([eb("status", "=", "pending"), eb.and([eb("status", "=", "skipped"), eb("skipped_by", "=", "unchanged")])]),
    )
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<", at.toISOString())]))
    .execute();
  for (const row of rows) {
    const known = readKnownStay(row.known_stay);
    if (!known) continue;
    if (row.status === "pending") return { id: row.id, known, since: new Date(row.created_at) };
    if (isSameStay(known, before)) return { id: row.id, known, since: at };
  }
  return null;
}

const knownStay = z.object({
  checkIn: z.custom<LocalDate>(isLocalDate),
  checkOut: z.custom<LocalDate>(isLocalDate),
  guestCount: z.number(),
  totalCents: z.number(),
});

export function readKnownStay(stored: string | null): KnownStay | null {
  return stored === null ? null : knownStay.parse(JSON.parse(stored));
}
