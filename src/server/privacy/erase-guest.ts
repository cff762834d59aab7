import { eventWithoutLabel, withoutLabels } from "#domain/pricing/adjustments.ts";
import { lockConversation } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { isAbout, type Mentioned } from "./message-queries.ts";
import type { Person } from "./ports.ts";

const DAY_MS = 86_400_000;

/**
 * Removes a person from every table that mentions them, except imported stays (`ImportedPeople.erase`). Dates, nights,
 * amounts and events are kept for accounting and do not identify anyone.
 */
export async function eraseIn(trx: Trx, { guestIds, stays }: Person, at: Date): Promise<void> {
  const known = await trx.selectFrom("guest").select(["email", "whatsapp"]).where("id", "in", guestIds).execute();
  const addresses = await addressesOfNobodyElse(trx, guestIds, known);
  const numbers = known.flatMap(({ whatsapp }) => whatsapp ?? []);
  await trx
    .updateTable("guest")
    .set({
      name: "Erased guest",
      email: "",
      phone: "",
      whatsapp: null,
      search_text: "",
      browser_hash: "",
      address_hash: "",
      erased_at: at.toISOString(),
    })
    .where("id", "in", guestIds)
    .execute();
  await eraseStays(trx, { stays, addresses }, [...addresses, ...numbers], at);
}

/** Removes what identifies the guest of each stay, except the guest's own record. */
export async function eraseStays(trx: Trx, person: Mentioned, recipients: string[], at: Date): Promise<void> {
  // Whoever writes a message also adds notifications with its text. Both have to be seen by what follows.
  for (const id of person.stays.map((stay) => stay.id).toSorted()) await lockConversation(trx, id);
  await eraseMessages(trx, person, at);
  for (const { id, reference } of person.stays) {
    await trx
      .updateTable("booking")
      .set((eb) => ({
        special_requests: null,
        host_notes: "",
        network_mark: null,
        email_mark: null,
        phone_mark: null,
        link_generation: eb("link_generation", "+", 1),
        version: eb("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
    // The stars still count, but the text and the name are the guest's personal data.
    await trx.updateTable("rating").set({ words: "", published: 0 }).where("booking_id", "=", id).execute();
    // This includes pictures that were not sent. A job deletes pictures that no longer belong to a stay.
    await trx.updateTable("message_picture").set({ booking_id: null }).where("booking_id", "=", id).execute();
    await trx.deleteFrom("conversation_message").where("booking_id", "=", id).execute();
    await trx.deleteFrom("conversation").where("booking_id", "=", id).execute();
    await trx.deleteFrom("booking_access").where("booking_id", "=", id).execute();
    await trx
      .updateTable("audit_entry")
      .set({ before_value: null, after_value: null })
      // Entries from earlier versions may name the booking only in their subject.
      .where((eb) => eb.or([eb("about_booking", "=", id), eb("subject", "=", `Booking ${reference}`)]))
      .where((eb) => eb.or([eb("before_value", "is not", null), eb("after_value", "is not", null)]))
      .execute();
    await eraseHostsWords(trx, id);
    await eraseLocalMessages(trx, reference, recipients);
  }
}

/**
 * Leaves out the email addresses with which a guest has booked again, because the messages about the newer stay are
 * still needed.
 */
async function addressesOfNobodyElse(
  trx: Trx,
  guestIds: readonly string[],
  known: readonly { email: string }[],
): Promise<string[]> {
  const emails = known.flatMap(({ email }) => email || []);
  if (emails.length === 0) return [];
  const others = await trx
    .selectFrom("guest")
    .select("email")
    .where("email", "in", emails)
    .where("id", "not in", guestIds)
    .execute();
  return emails.filter((email) => !others.some((other) => other.email === email));
}

/**
 * Erases short notes that the host has written: what a discount or a surcharge was for, what a payment was requested
 * for, and how a conflict or a payment alert was settled. Receipts keep their descriptions, because a receipt that was
 * issued must not change.
 */
async function eraseHostsWords(trx: Trx, bookingId: string): Promise<void> {
  await eraseLabels(trx, bookingId);
  await trx.updateTable("payment_request").set({ about: "" }).where("booking_id", "=", bookingId).execute();
  await trx
    .updateTable("payment_alarm")
    .set({ closed_with: "" })
    .where("booking_id", "=", bookingId)
    .where("closed_with", "is not", null)
    .execute();
  await trx
    .updateTable("channel_conflict")
    .set({ reason: "" })
    .where((eb) =>
      eb.or([
        eb.and([eb("first_kind", "=", "booking"), eb("first_id", "=", bookingId)]),
        eb.and([eb("second_kind", "=", "booking"), eb("second_id", "=", bookingId)]),
      ]),
    )
    // We have to remember which conflicts were closed automatically.
    .where("closed_by", "!=", "Latchkey")
    .execute();
}

async function eraseLabels(trx: Trx, bookingId: string): Promise<void> {
  const { price_lines, change_request } = await trx
    .selectFrom("booking")
    .select(["price_lines", "change_request"])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const request = change_request === null ? null : JSON.parse(change_request);
  await trx
    .updateTable("booking")
    .set({
      price_lines: JSON.stringify(withoutLabels(JSON.parse(price_lines))),
      change_request: request && JSON.stringify({ ...request, priceLines: withoutLabels(request.priceLines) }),
    })
    .where("id", "=", bookingId)
    .execute();
  const events = await trx
    .selectFrom("booking_event")
    .select(["id", "event"])
    .where("booking_id", "=", bookingId)
    .execute();
  for (const { id, event } of events) {
    const erased = eventWithoutLabel(event);
    if (erased !== event) await trx.updateTable("booking_event").set({ event: erased }).where("id", "=", id).execute();
  }
}

/**
 * Erases messages from the local mailbox of the demo and development: emails to the guest and emails about the stay.
 */
async function eraseLocalMessages(trx: Trx, reference: string, recipients: string[]): Promise<void> {
  await trx
    .deleteFrom("local_letter")
    .where((eb) =>
      eb.or([
        eb("subject", "like", `%${reference}%`),
        eb("content", "like", `%${reference}%`),
        ...recipients.flatMap((to) => [eb("recipient", "=", to), eb("recipient", "like", `%<${to}>`)]),
      ]),
    )
    .execute();
}

/**
 * Waiting messages are skipped. All messages lose their text and recipient; messages that were sent or have failed also
 * lose the server's report. The host's daily summaries name guests but do not say which stays they are about, so all of
 * them are erased, except one that is about to be sent.
 */
async function eraseMessages(trx: Trx, person: Mentioned, at: Date): Promise<void> {
  const yesterday = new Date(at.getTime() - DAY_MS).toISOString();
  const ofPerson = trx
    .selectFrom("scheduled_message")
    .select("id")
    .where((eb) =>
      eb.or([
        isAbout(person)(eb),
        eb.and([
          eb("message_key", "like", "notice/summary/%"),
          eb("body", "is not", null),
          eb.or([eb("status", "!=", "pending"), eb("created_at", "<", yesterday)]),
        ]),
      ]),
    );
  const ids = (await ofPerson.execute()).map((message) => message.id);
  if (ids.length === 0) return;
  await trx
    .updateTable("scheduled_message")
    .set({ status: "skipped", skipped_by: "host", note: "The guest's details were deleted." })
    .where("id", "in", ids)
    .where("status", "=", "pending")
    .execute();
  await trx
    .updateTable("scheduled_message")
    .set({ note: null })
    .where("id", "in", ids)
    .where("status", "in", ["sent", "failed"])
    .execute();
  await trx
    .updateTable("scheduled_message")
    .set({ subject: null, body: null, link: null, to_name: null, to_address: null, provider_id: null })
    .where("id", "in", ids)
    .execute();
}
