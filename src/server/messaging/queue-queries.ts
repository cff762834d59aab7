import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Selectable, SelectQueryBuilder } from "kysely";
import { EVENT_MESSAGE_TYPES, PLANNED_TYPES } from "#domain/messaging/message.ts";
import { bookedAtOf } from "#domain/messaging/custom-message.ts";
import type { Replan, ExistingMessage, PlannedMessage } from "#domain/messaging/replan.ts";
import type { Db } from "../database/connect.ts";
import { engineOf } from "../database/dialect.ts";
import { insertRow, prepared } from "../database/prepared.ts";
import type { Trx } from "../database/transaction.ts";
import type { Schema } from "../database/schema.ts";
import { randomId } from "../runtime/ids.ts";
import type { NewMessage } from "./ports.ts";

export const MESSAGE_COLUMNS = [
  "id",
  "type",
  "channel",
  "anchor",
  "custom_id",
  "scheduled_for",
  "useful_until",
  "status",
  "skipped_by",
  "lease_until",
] as const;
type MessageRow = Pick<Selectable<Schema["scheduled_message"]>, (typeof MESSAGE_COLUMNS)[number]>;

export const WITHDRAWN = "No longer needed: the booking has changed.";

const whatsappNumbers = prepared(
  (db, guestId: string) => db.selectFrom("guest").select("whatsapp").where("id", "=", guestId),
  "guest",
);

/** The guest's WhatsApp number, if the guest has agreed to WhatsApp messages. */
export async function whatsappOf(db: Db, guestId: string): Promise<string | null> {
  const [guest] = await whatsappNumbers(db, guestId);
  return guest?.whatsapp ?? null;
}

/** Writes messages; an existing message with the same key is left unchanged. */
export async function addMessages(trx: Trx, messages: readonly NewMessage[]): Promise<void> {
  for (const message of messages) await insertRow(trx, "scheduled_message", toRow(message), "message_key");
}

type Messages = SelectQueryBuilder<Schema, "scheduled_message", object>;

/**
 * Keeps waiting messages from being claimed until the transaction ends. Call this before reading messages that will be
 * changed: otherwise, on PostgreSQL, one could be claimed after it was read and be marked as sent for the new dates.
 * Messages that are being sent are not locked: several of them are marked as sent in one write, and locking them in a
 * different order would cause a deadlock.
 */
export async function holdUnclaimed(trx: Trx, messages: Messages, now: Date): Promise<void> {
  if (engineOf(trx) === "sqlite") return;
  await messages
    .select("id")
    .where("status", "=", "pending")
    .where((eb) => eb.or([eb("lease_until", "is", null), eb("lease_until", "<=", now.toISOString())]))
    .forUpdate()
    .execute();
}

/** A booking's scheduled messages in their current state. They cannot be claimed until the transaction ends. */
export async function existingMessagesOf(trx: Trx, bookingId: string, now: Date): Promise<ExistingMessage[]> {
  const ofBooking = trx.selectFrom("scheduled_message").where("booking_id", "=", bookingId);
  await holdUnclaimed(trx, ofBooking, now);
  const rows = await ofBooking.select(MESSAGE_COLUMNS).where("type", "in", PLANNED_TYPES).execute();
  return rows.flatMap((row) => existingMessage(row, now));
}

/** `why` is the reason stored with withdrawn messages. */
export async function applyReplan(
  trx: Trx,
  booking: Pick<StoredBooking, "id">,
  { add, move, withdraw }: Replan,
  at: Date,
  why: string = WITHDRAWN,
): Promise<void> {
  for (const { id, to } of move) {
    await trx
      .updateTable("scheduled_message")
      .set((eb) => ({
        message_key: keyOf(booking.id, to),
        anchor: to.anchor,
        status: "pending",
        scheduled_for: to.due.toISOString(),
        next_try_at: to.due.toISOString(),
        useful_until: to.usefulUntil.toISOString(),
        retry_count: 0,
        note: null,
        skipped_by: null,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
  }
  if (withdraw.length > 0) await skipping(trx, why).where("id", "in", withdraw).execute();
  await addMessages(
    trx,
    add.map((to) => ({
      key: keyOf(booking.id, to),
      bookingId: booking.id,
      type: to.type,
      channel: to.channel,
      anchor: to.anchor,
      customId: to.customId,
      due: to.due,
      usefulUntil: to.usefulUntil,
      at,
    })),
  );
}

/** Withdraws a booking's waiting messages about earlier changes, which are out of date. */
export async function withdrawEventMessages(trx: Trx, bookingId: string): Promise<void> {
  await skipping(trx, WITHDRAWN).where("booking_id", "=", bookingId).where("type", "in", EVENT_MESSAGE_TYPES).execute();
}

/** Converts a row to a planned message. Returns an empty list for a message of a type that is not planned. */
export function existingMessage(row: MessageRow, now: Date): ExistingMessage[] {
  const type = PLANNED_TYPES.find((known) => known === row.type);
  if (!type) return [];
  const inFlight = row.lease_until !== null && row.lease_until > now.toISOString();
  const waiting = inFlight ? "sending" : "open";
  const over = row.status === "skipped" && row.skipped_by === "booking" ? "withdrawn" : "closed";
  return [
    {
      id: row.id,
      type,
      customId: row.custom_id,
      channel: row.channel,
      anchor: row.anchor,
      due: new Date(row.scheduled_for),
      usefulUntil: row.useful_until === null ? null : new Date(row.useful_until),
      state: row.status === "pending" ? waiting : over,
    },
  ];
}

/**
 * Withdraws waiting messages. A message that is being sent is included, because the attempt may fail: if it succeeds,
 * the message is marked as sent after all, and if it fails, the message is not retried.
 */
export function skipping(trx: Trx, note: string) {
  return trx
    .updateTable("scheduled_message")
    .set((eb) => ({ status: "skipped", skipped_by: "booking", note, version: eb("version", "+", 1) }))
    .where("status", "=", "pending");
}

/**
 * By each delivery method, a booking gets one welcome message, and one copy of each custom message that is scheduled
 * relative to the booking date. The keys of all other messages include the day of the stay to which the message
 * belongs.
 */
function keyOf(bookingId: string, { type, customId, channel, anchor }: PlannedMessage): string {
  const what = customId === null ? type : `${type}/${customId}`;
  const once = type === "welcome" || bookedAtOf([anchor]) !== null;
  return once ? `${bookingId}/${what}/${channel}` : `${bookingId}/${what}/${channel}/${anchor}`;
}

function toRow(message: NewMessage) {
  return {
    id: randomId(),
    message_key: message.key,
    booking_id: message.bookingId,
    type: message.type,
    channel: message.channel,
    status: "pending" as const,
    anchor: message.anchor ?? "",
    custom_id: message.customId ?? null,
    scheduled_for: message.due.toISOString(),
    next_try_at: message.due.toISOString(),
    useful_until: message.usefulUntil?.toISOString() ?? null,
    retry_count: 0,
    interruptions: 0,
    subject: message.subject ?? null,
    body: message.body ?? null,
    link: message.link ?? null,
    topic: message.topic ?? null,
    known_stay: message.knownStay ?? null,
    to_name: message.to?.name ?? null,
    to_address: message.to?.address ?? null,
    language: message.language ?? null,
    version: 1,
    created_at: message.at.toISOString(),
  };
}
