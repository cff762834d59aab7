import { nextTry } from "#domain/messaging/retry.ts";
import type { Db } from "../database/connect.ts";
import type { ClaimedMessage } from "./ports.ts";
import { skipping } from "./queue-queries.ts";
import type { WhatsappUpdate, WhatsappReport } from "./whatsapp-reports.ts";
import { WINDOW_CLOSED } from "./whatsapp-sender.ts";

/** Reports may arrive twice and in any order, so a message's state only moves forward. */
const BEFORE = { delivered: [null], read: [null, "delivered"] } as const;

/** `undelivered` reports a message that will not arrive. */
type Undelivered = (
  message: Pick<ClaimedMessage, "id" | "bookingId" | "type" | "channel">,
  reason: string,
) => Promise<void>;

export async function recordWhatsapp(
  db: Db,
  undelivered: Undelivered,
  { reports, optedOut }: Pick<WhatsappUpdate, "reports" | "optedOut">,
  at: Date,
): Promise<void> {
  for (const report of reports) await recordReport(db, undelivered, report, at);
  for (const number of optedOut) await optOut(db, number);
}

const OPTED_OUT = "Not sent: the guest replied STOP.";

/**
 * Stops WhatsApp messages to the guest. Waiting messages are skipped without an alert, because this is not a failure.
 */
async function optOut(db: Db, number: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const guests = await trx
      .updateTable("guest")
      .set({ whatsapp: null })
      .where("whatsapp", "=", number)
      .returning("id")
      .execute();
    if (guests.length === 0) return;
    const stays = trx
      .selectFrom("booking")
      .select("id")
      .where(
        "guest_id",
        "in",
        guests.map(({ id }) => id),
      );
    await skipping(trx, OPTED_OUT)
      .where("channel", "=", "whatsapp")
      .where("lease_until", "is", null)
      .where("booking_id", "in", stays)
      .execute();
  });
}

async function recordReport(
  db: Db,
  undelivered: Undelivered,
  { id, ours, status, reason, code }: WhatsappReport,
  at: Date,
): Promise<void> {
  // Meta's report may arrive before we have recorded Meta's response, or we may have been interrupted before recording
  // it, or the response may have been lost. In the last case, the message is waiting for its next attempt, or has
  // failed without an id from Meta. A report that it could not be delivered marks it as sent first, and then as failed.
  if (ours) {
    await db
      .updateTable("scheduled_message")
      .set({
        status: "sent",
        sent_at: at.toISOString(),
        provider_id: id,
        note: null,
        link: null,
        claimed_by: null,
        lease_until: null,
      })
      .where("id", "=", ours)
      .where("channel", "=", "whatsapp")
      .where((eb) => {
        const isFailed = eb.and([eb("status", "=", "failed"), eb("provider_id", "is", null)]);
        return eb.or([eb("status", "=", "pending"), isFailed]);
      })
      // A repeated report about one attempt must not settle the next attempt.
      .where((eb) => eb.or([eb("provider_id", "is", null), eb("provider_id", "!=", id)]))
      .where((eb) => eb.or([eb("interruptions", ">", 0), eb("retry_count", ">", 0), eb("claimed_by", "is not", null)]))
      .execute();
  }
  if (status === "sent") return;
  const known = db.updateTable("scheduled_message").where("provider_id", "=", id).where("status", "=", "sent");
  if (status === "failed") {
    if (code === WINDOW_CLOSED && (await sendByTemplate(db, id, at))) return;
    const note = `WhatsApp could not deliver it${reason ? `: ${reason}` : "."}`;
    const failed = await known
      .where("delivery", "is", null)
      .set({ status: "failed", note })
      .returning(["id", "booking_id as bookingId", "type", "channel"])
      .execute();
    for (const message of failed) await undelivered(message, note);
    return;
  }
  const earlier = BEFORE[status];
  await known
    .where((eb) => eb.or(earlier.map((one) => (one === null ? eb("delivery", "is", null) : eb("delivery", "=", one)))))
    .set({ delivery: status })
    .execute();
}

/**
 * Schedules the template instead of the host's own text, which Meta accepted but did not deliver. The row keeps Meta's
 * id, so that the next attempt does not send the text again. Returns false if the message was not the host's text, or
 * has used up its retries.
 */
async function sendByTemplate(db: Db, providerId: string, at: Date): Promise<boolean> {
  const text = await db
    .selectFrom("scheduled_message")
    .select(["id", "retry_count"])
    .where("provider_id", "=", providerId)
    .where("status", "=", "sent")
    .where("delivery", "is", null)
    .where("booking_id", "is not", null)
    .where("body", "is not", null)
    .executeTakeFirst();
  // The template is not sent at once, because the attempt that sent the text may not have ended yet.
  const next = text && nextTry(text.retry_count, at);
  if (!next) return false;
  await db
    .updateTable("scheduled_message")
    .set((eb) => ({
      status: "pending",
      next_try_at: next.toISOString(),
      retry_count: eb("retry_count", "+", 1),
      sent_at: null,
      note: "The guest has not written for 24 hours, so WhatsApp's approved template is sent instead of your text.",
      version: eb("version", "+", 1),
    }))
    .where("id", "=", text.id)
    .where("provider_id", "=", providerId)
    .where("status", "=", "sent")
    .execute();
  return true;
}
