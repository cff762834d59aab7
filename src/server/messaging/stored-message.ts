import type { Selectable } from "kysely";
import type { Schema } from "../database/schema.ts";
import { readKnownStay } from "./coalesced-message-queries.ts";
import type { ClaimedMessage } from "./ports.ts";

/** A row of the outbox for sending and display. */
export function storedMessage(row: Selectable<Schema["scheduled_message"]>): ClaimedMessage {
  return {
    id: row.id,
    bookingId: row.booking_id,
    type: row.type,
    channel: row.channel,
    usefulUntil: row.useful_until ? new Date(row.useful_until) : null,
    retryCount: row.retry_count,
    interruptions: row.interruptions,
    subject: row.subject,
    body: row.body,
    link: row.link,
    language: row.language,
    topic: row.topic,
    anchor: row.anchor,
    customId: row.custom_id,
    known: readKnownStay(row.known_stay),
    to: row.to_address === null ? null : { name: row.to_name ?? "", address: row.to_address },
  };
}
