import type { Trx } from "../database/transaction.ts";
import type { Person } from "./ports.ts";

/** Acts whose values may hold what the host wrote about a person. */
const ACTS_WITH_WORDS = ["Changed a booking's notes", "Corrected a guest's contact data"];

/**
 * Takes a person out of every table that knows them. Dates, nights, amounts and what happened stay: the books need them,
 * and they name nobody.
 */
export async function eraseIn(trx: Trx, { guestIds, stays }: Person, at: Date): Promise<void> {
  const addresses = (await trx.selectFrom("guest").select("email").where("id", "in", guestIds).execute())
    .map((guest) => guest.email)
    .filter((email) => email !== "");
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
  for (const { id, reference } of stays) {
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
    // The stars count on; the words and the name beside them are the guest's.
    await trx.updateTable("rating").set({ words: "", published: 0 }).where("booking_id", "=", id).execute();
    await trx.deleteFrom("booking_access").where("booking_id", "=", id).execute();
    await trx
      .updateTable("audit_entry")
      .set({ before_value: null, after_value: null })
      .where("subject", "=", `Booking ${reference}`)
      .where("act", "in", ACTS_WITH_WORDS)
      .execute();
    await eraseMessages(trx, id, addresses);
  }
}

/** Notices to the host name the guest too; what has not left the house does not leave any more. */
async function eraseMessages(trx: Trx, bookingId: string, addresses: string[]): Promise<void> {
  const ofPerson = trx
    .selectFrom("scheduled_message")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("booking_id", "=", bookingId),
        eb("message_key", "like", `notice/host/${bookingId}/%`),
        ...(addresses.length > 0 ? [eb("to_address", "in", addresses)] : []),
      ]),
    );
  await trx
    .updateTable("scheduled_message")
    .set({ status: "skipped", skipped_by: "host", note: "The guest's data were erased." })
    .where("id", "in", ofPerson)
    .where("status", "=", "pending")
    .execute();
  await trx
    .updateTable("scheduled_message")
    .set({ subject: null, body: null, link: null, to_name: null, to_address: null })
    .where("id", "in", ofPerson)
    .execute();
  if (addresses.length > 0) await trx.deleteFrom("local_letter").where("recipient", "in", addresses).execute();
}
