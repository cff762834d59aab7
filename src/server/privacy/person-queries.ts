import type { BaseNeeds } from "../core/base-needs.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { maskEmail, maskName, maskPhone } from "#domain/guests/guest.ts";
import type { Database, Db } from "../database/connect.ts";
import { engineOf, lockCalendar, lowered } from "../database/dialect.ts";
import { commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { eraseIn } from "./erase-guest.ts";
import { isAbout, type Mentioned } from "./message-queries.ts";
import type { Contact, Expired, ImportedPeople, MessagePictures, Person } from "./ports.ts";

const OVER = ["cancelled", "checked-out", "completed"];

export type PrivacyStoreNeeds = Pick<BaseNeeds, "record" | "today"> & {
  /** A telephone number in E.164 format; null if it lacks a country code. */
  toInternational: (phone: string) => Promise<string | null>;
  imported: ImportedPeople;
  pictures: MessagePictures;
  /** Called when the host adds, corrects or removes a guest's email address. */
  newAddress: (trx: Trx, bookingId: string, how: "added" | "corrected" | "removed") => Promise<void>;
  /** Called when the host corrects a guest's name. */
  renamed: (trx: Trx, bookingId: string, name: string) => Promise<void>;
};

export function createPrivacyStore(
  { db, engine }: Database,
  { toInternational, today, record, imported, pictures, newAddress, renamed }: PrivacyStoreNeeds,
) {
  async function personOfGuests(guestIds: string[]): Promise<Person> {
    const day = await today();
    const stays = await db
      .selectFrom("booking")
      .select(["id", "reference", "check_out", "status"])
      .where("guest_id", "in", guestIds)
      .orderBy("check_out")
      .execute();
    return {
      guestIds,
      stays: stays.map((stay) => ({
        id: stay.id,
        reference: stay.reference,
        checkOut: stay.check_out,
        over: OVER.includes(stay.status) || stay.check_out < day,
      })),
    };
  }

  async function mentionOf({ guestIds, stays }: Person): Promise<Mentioned> {
    const people = await db.selectFrom("guest").select("email").where("id", "in", guestIds).execute();
    return { stays, addresses: people.flatMap(({ email }) => email || []) };
  }

  async function picturesOf(bookingIds: string[]) {
    const rows = await db
      .selectFrom("message_picture")
      .innerJoin("conversation_message as message", "message.id", "message_picture.message_id")
      .select(["message_picture.id", "message_picture.author", "message_picture.place", "message.at"])
      .where("message_picture.booking_id", "in", bookingIds)
      .orderBy("message.at")
      .orderBy("message.place")
      .orderBy("message_picture.place")
      .execute();
    const data: Record<string, unknown>[] = [];
    for (const { id, author, at } of rows) data.push({ author, at, picture: await pictures.read(id) });
    return data;
  }

  return {
    personOf: async (bookingId: string): Promise<Person | null> => {
      const guest = await guestOf(db, bookingId);
      return guest ? personOfGuests(await sameMailbox(db, guest)) : null;
    },

    /** The person's data, by table, without technical data such as links, hashes and the ids of payment providers. */
    dataOf: async ({ guestIds, stays }: Person): Promise<Record<string, Record<string, unknown>[]>> => {
      const ids = stays.map((stay) => stay.id);
      return {
        guest: await db
          .selectFrom("guest")
          .select(["name", "email", "phone", "whatsapp", "created_at"])
          .where("id", "in", guestIds)
          .execute(),
        booking: await db
          .selectFrom("booking")
          .select(["reference", "check_in", "check_out", "guest_count", "status", "source", "special_requests"])
          .select(["currency", "total_cents", "price_lines", "frozen_price", "policy", "created_at", "host_notes"])
          .select(["cancellation_fee_cents", "verified_at", "language", "plan", "change_request", "change_until"])
          .where("id", "in", ids)
          .execute(),
        booking_event: await db
          .selectFrom("booking_event")
          .select(["at", "actor", "event"])
          .where("booking_id", "in", ids)
          .orderBy("at")
          .execute(),
        payment: await db
          .selectFrom("payment")
          .innerJoin("booking", "booking.id", "payment.booking_id")
          .select(["kind", "amount_cents", "booking.currency", "method", "paid_on"])
          .where("booking_id", "in", ids)
          .execute(),
        payment_request: await db
          .selectFrom("payment_request")
          .select(["about", "amount_minor", "currency", "created_at"])
          .where("booking_id", "in", ids)
          .execute(),
        refund: await db
          .selectFrom("refund")
          .select(["amount_minor", "currency", "why", "state", "created_at"])
          .where("booking_id", "in", ids)
          .execute(),
        receipt: await db
          .selectFrom("receipt")
          .select(["year", "number", "kind", "content", "created_at"])
          .where("booking_id", "in", ids)
          .execute(),
        rating: await db
          .selectFrom("rating")
          .select(["stars", "words", "created_at"])
          .where("booking_id", "in", ids)
          .execute(),
        conversation: await db
          .selectFrom("conversation")
          .select("shares_reading")
          .where("booking_id", "in", ids)
          .execute(),
        conversation_message: await db
          .selectFrom("conversation_message")
          .select(["author", "written_in", "body", "at", "read_at"])
          .where("booking_id", "in", ids)
          .orderBy("at")
          .orderBy("place")
          .execute(),
        message_picture: await picturesOf(ids),
        scheduled_message: await db
          .selectFrom("scheduled_message")
          .select(["type", "channel", "status", "scheduled_for", "sent_at", "subject", "body", "to_name", "to_address"])
          .where(isAbout(await mentionOf({ guestIds, stays })))
          .execute(),
        channel_stay: await imported.dataOf(ids),
      };
    },

    /**
     * Removes the person; dates and amounts are kept. Expired data is kept if the stay has been moved or restored since
     * the person was read.
     */
    erase: async (person: Person, at: Date, why: { actor: string } | Expired): Promise<void> => {
      const day = await today();
      await db.transaction().execute(async (trx) => {
        // Actions write back the whole booking row that they have read. The lock prevents them from restoring erased
        // data.
        await lockCalendar(engine, trx, PROPERTY_ID);
        if (!("actor" in why) && !(await isExpired(trx, why, person))) return;
        await eraseIn(trx, person, at);
        const ids = person.stays.map((stay) => stay.id);
        await imported.erase(trx, ids, day);
        if (!("actor" in why)) return;
        const references = person.stays.map((stay) => stay.reference);
        const subject = `Booking ${references[0] ?? ""}`;
        await record({ actor: why.actor, act: "Deleted a guest's details", subject, after: { references } }, trx);
      });
      await pictures.deleteLeft();
    },

    correct: async (order: CorrectOrder, contact: Contact): Promise<CorrectResult> => {
      const international = await toInternational(contact.phone);
      return commitUnderCalendarLock<CorrectResult>(db, async (trx) => {
        return correctIn(trx, { record, newAddress, renamed }, order, { ...contact, international });
      });
    },

    /** Up to 500 people. There is one entry per stay, even for a returning guest. */
    expired: async (which: Expired): Promise<Person[]> => {
      const guests = await expiredGuests(db, which).select("guest.id").limit(500).execute();
      return Promise.all(guests.map((guest) => personOfGuests([guest.id])));
    },

    /** How many entries `expired` has in all. */
    countExpired: async (which: Expired): Promise<number> => {
      const row = await expiredGuests(db, which)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /**
     * Deletes the special requests of stays that ended before the given day, and their conversation messages from
     * before that day. Deletes the text of those stays' scheduled messages, and of messages from before that day that
     * belong to no stay, except those that are still waiting.
     */
    forgetWords: async (day: LocalDate): Promise<void> => {
      const ended = db.selectFrom("booking").select("id").where("check_out", "<", day);
      await db
        .updateTable("booking")
        .set({ special_requests: null })
        .where("special_requests", "is not", null)
        .where("id", "in", ended)
        .execute();
      await db
        .updateTable("scheduled_message")
        .set({ subject: null, body: null, link: null })
        .where("body", "is not", null)
        .where("status", "in", ["sent", "failed", "skipped"])
        .where((eb) =>
          eb.or([
            eb("booking_id", "in", ended),
            eb.and([eb("booking_id", "is", null), eb("created_at", "<", `${day}T00:00:00.000Z`)]),
          ]),
        )
        .execute();
      await db
        .deleteFrom("conversation_message")
        .where("booking_id", "in", ended)
        .where("at", "<", `${day}T00:00:00.000Z`)
        .execute();
    },

    /** Deletes emails from before the given time that asked people to verify their address before they could book. */
    forgetUnbooked: async (moment: Date): Promise<void> => {
      await db
        .deleteFrom("scheduled_message")
        .where("type", "=", "guest_note")
        .where("booking_id", "is", null)
        .where("created_at", "<", moment.toISOString())
        .execute();
    },

    forgetImportedNotes: imported.forgetNotes,

    forgetHashes: async (before: Date, now: Date): Promise<void> => {
      await db
        .updateTable("booking")
        .set({ network_mark: null, email_mark: null, phone_mark: null })
        .where((eb) =>
          eb.or((["network_mark", "email_mark", "phone_mark"] as const).map((mark) => eb(mark, "is not", null))),
        )
        .where("created_at", "<", before.toISOString())
        .execute();
      await db.deleteFrom("proven_email").where("proven_until", "<", now.toISOString()).execute();
    },
  };
}
export type PrivacyStore = ReturnType<typeof createPrivacyStore>;

type GuestRow = {
  id: string;
  name: string;
  email: string;
  phone: string;
  whatsapp: string | null;
  erased_at: string | null;
};

function guestOf(
  db: Pick<Db, "selectFrom">,
  bookingId: string,
): Promise<(GuestRow & { version: number; reference: string }) | undefined> {
  return db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select(["guest.id", "guest.name", "guest.email", "guest.phone", "guest.whatsapp", "guest.erased_at"])
    .select(["booking.version", "booking.reference"])
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
}

/** The guests who have not been erased and whose stay ended before the given day. */
function expiredGuests(db: Db, which: Expired) {
  const guests = db
    .selectFrom("guest")
    .innerJoin("booking", "booking.guest_id", "guest.id")
    .where("guest.erased_at", "is", null);
  if ("endedBefore" in which) return guests.where("booking.check_out", "<", which.endedBefore);
  const moment = which.unpaidBefore.toISOString();
  return (
    guests
      .where("booking.status", "=", "cancelled")
      // A booking that expired unpaid keeps `pay_by`; one that was cancelled while waiting for payment keeps
      // `waits_until`.
      .where((eb) =>
        eb.or([
          eb("booking.pay_by", "<", moment),
          eb.and([eb("booking.waits_for", "is", null), eb("booking.waits_until", "<", moment)]),
        ]),
      )
      .where((eb) =>
        eb.not(
          eb.exists(eb.selectFrom("payment").select("payment.id").whereRef("payment.booking_id", "=", "booking.id")),
        ),
      )
  );
}

async function isExpired(trx: Trx, which: Expired, { guestIds }: Person): Promise<boolean> {
  const guests = expiredGuests(trx, which).select("guest.id").where("guest.id", "in", guestIds);
  return (await guests.executeTakeFirst()) !== undefined;
}

async function sameMailbox(db: Db, guest: GuestRow): Promise<string[]> {
  if (guest.email === "") return [guest.id];
  const rows = await db
    .selectFrom("guest")
    .select("id")
    .where(lowered(engineOf(db), "email"), "=", guest.email.toLowerCase())
    .execute();
  return rows.map((row) => row.id);
}

type CorrectOrder = { bookingId: string; version: number; actor: string; at: Date };
type CorrectResult = { ok: true; version: number } | { ok: false; reason: "unknown" | "stale" | "erased" };

async function correctIn(
  trx: Trx,
  { record, newAddress, renamed }: Pick<PrivacyStoreNeeds, "record" | "newAddress" | "renamed">,
  { bookingId, version, actor, at }: CorrectOrder,
  contact: Contact & { international: string | null },
): Promise<CorrectResult> {
  const guest = await guestOf(trx, bookingId);
  if (!guest) return { ok: false, reason: "unknown" };
  if (guest.erased_at !== null) return { ok: false, reason: "erased" };
  if (guest.version !== version) return { ok: false, reason: "stale" };
  const { name, email, phone } = contact;
  const otherPhone = phone !== guest.phone;
  await trx
    .updateTable("guest")
    .set({
      name,
      email,
      phone,
      search_text: `${name}\n${email}`.toLowerCase(),
      // The consent belongs to the guest, not to the mistyped number, so it carries over to the corrected number. A
      // guest who replied STOP has no WhatsApp number.
      whatsapp: otherPhone ? guest.whatsapp && contact.international : guest.whatsapp,
    })
    .where("id", "=", guest.id)
    .execute();
  const otherMailbox = email !== guest.email;
  await trx
    .updateTable("booking")
    .set((eb) => ({
      version: version + 1,
      // A host who corrects the contact details knows the guest.
      host_confirmed_at: eb.fn.coalesce("host_confirmed_at", eb.val(at.toISOString())),
      // Invalidates links that were sent to the previous email address.
      ...(otherMailbox ? { link_generation: eb("link_generation", "+", 1), verified_at: null } : {}),
    }))
    .where("id", "=", bookingId)
    .execute();
  // If the phone number changes, the links that were sent by WhatsApp become invalid too.
  const ended = [...(otherMailbox ? [1, 2] : []), ...(otherPhone ? [2] : [])];
  if (ended.length > 0) {
    await trx.deleteFrom("booking_access").where("booking_id", "=", bookingId).where("by_link", "in", ended).execute();
  }
  const how = email === "" ? "removed" : guest.email === "" ? "added" : "corrected";
  if (name !== guest.name) await renamed(trx, bookingId, name);
  if (otherMailbox) await newAddress(trx, bookingId, how);
  const event = { id: randomId(), booking_id: bookingId, at: at.toISOString(), actor, event: "Contact details saved" };
  await trx
    .insertInto("booking_event")
    .values({ ...event, booking_version: version + 1 })
    .execute();
  const act = "Corrected a guest's contact data";
  const values = { before: hints(guest), after: hints(contact), aboutGuestOf: bookingId };
  await record({ actor, act, subject: `Booking ${guest.reference}`, ...values }, trx);
  return { ok: true, version: version + 1 };
}

/** What the audit log shows of a change: masked values only. An erasure deletes these as well. */
function hints({ name, email, phone }: Contact) {
  return { name: maskName(name), email: email && maskEmail(email), phone: maskPhone(phone) };
}
