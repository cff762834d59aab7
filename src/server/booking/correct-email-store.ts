import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Db } from "../database/connect.ts";
import { insertRow } from "../database/prepared.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { confirmLinkMail } from "./ask-to-confirm.ts";
import { linkPath, linkSecret } from "./own-link.ts";
import { type CorrectEmailResult, GUEST, type Post } from "./ports.ts";
import { ownLinkMail } from "./send-own-link.ts";
import { bookingById } from "./stored-booking.ts";

const EVENT = "Email address corrected by the guest";
/** Each correction sends an email to an address that nobody has confirmed. */
const MOST_CORRECTIONS = 3;

/**
 * Whether the browser may correct the booking's email: the one that booked, while nobody has shown by opening a link that
 * the present address is right.
 */
export async function mayCorrectEmail(db: Db | Trx, bookingId: string, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("booking")
    .innerJoin("booking_access", "booking_access.booking_id", "booking.id")
    .select((eb) =>
      eb
        .selectFrom("booking_event")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("booking_event.booking_id", "=", "booking.id")
        .where("event", "=", EVENT)
        .as("corrections"),
    )
    .where("booking.id", "=", bookingId)
    .where("booking_access.browser_hash", "=", browserHash)
    .where("booking_access.by_link", "=", 0)
    .where("booking.source", "=", "direct")
    .where("booking.status", "in", ["pending", "upcoming", "confirmed"])
    .where("booking.verified_at", "is", null)
    .executeTakeFirst();
  return row !== undefined && Number(row.corrections) < MOST_CORRECTIONS;
}

type CorrectEmailNeeds = {
  post: Post;
  siteUrl: string;
  key: string;
  cottageName: (trx: Trx) => Promise<string>;
};

/** Writes the right address, ends the links that went to the wrong one, and emails the booking's link to the right one. */
export async function correctEmail(
  trx: Trx,
  { post, siteUrl, key, cottageName }: CorrectEmailNeeds,
  order: { bookingId: string; browserHash: string; email: string; at: Date },
): Promise<CorrectEmailResult> {
  if (!(await mayCorrectEmail(trx, order.bookingId, order.browserHash))) return "refused";
  const booking = await bookingById(trx, order.bookingId);
  if (!booking) return "refused";
  if (booking.guest.email === order.email) return "corrected";
  const generation = await endOldLinks(trx, booking);
  if (generation === null) return "meanwhile-changed";
  const { id, name } = booking.guest;
  await trx
    .updateTable("guest")
    .set({ email: order.email, search_text: `${name}\n${order.email}`.toLowerCase() })
    .where("id", "=", id)
    .execute();
  await insertRow(trx, "booking_event", {
    id: randomId(),
    booking_id: booking.id,
    at: order.at.toISOString(),
    actor: GUEST,
    event: EVENT,
    booking_version: booking.version + 1,
  });
  const corrected = { ...booking, guest: { ...booking.guest, email: order.email } };
  const link = siteUrl + linkPath(booking.id, linkSecret(key, booking.id, generation));
  const mail =
    booking.waiting?.for === "guest"
      ? confirmLinkMail(corrected, await cottageName(trx), link)
      : ownLinkMail(corrected, link);
  await post.mailGuest(trx, { ...mail, key: `corrected:${booking.id}:${generation}` });
  return "corrected";
}

async function endOldLinks(trx: Trx, { id, version }: StoredBooking): Promise<number | null> {
  const row = await trx
    .updateTable("booking")
    .set((eb) => ({ version: version + 1, link_generation: eb("link_generation", "+", 1) }))
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("link_generation")
    .executeTakeFirst();
  return row?.link_generation ?? null;
}
