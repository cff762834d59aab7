import { allowance, UNPROVEN_NIGHTS } from "#domain/booking/admission.ts";
import { PROPERTY_ID, type StoredBooking } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import { nightCount } from "#domain/booking/stay.ts";
import type { Db } from "../database/connect.ts";
import { type Engine, lockCalendar } from "../database/dialect.ts";
import { insertRow } from "../database/prepared.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { claimsOf, heldNights } from "./admission-queries.ts";
import { emailHash } from "./booking-guard.ts";
import { linkPath, linkSecret } from "./own-link.ts";
import { type CorrectEmailResult, GUEST, type MessagingFunctions } from "./ports.ts";
import { linkMail } from "./link-mail.ts";
import { bookingById } from "./booking-queries.ts";

const EVENT = "Email address corrected by the guest";
/** The statuses before check-in. */
export const LINKABLE_STATUSES: readonly BookingStatus[] = ["pending", "upcoming", "confirmed"];
/** Each correction sends an email to an unverified address. */
const MAX_CORRECTIONS = 3;

/**
 * Whether the browser may correct the booking's email address: only the browser that made the booking may, only until
 * an emailed link has been opened, and only a few times.
 */
export async function mayCorrectEmail(db: Db | Trx, bookingId: string, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("booking")
    .innerJoin("booking_access", "booking_access.booking_id", "booking.id")
    .select("booking.id")
    // Each correction, including one by the host, invalidates earlier links; the first links have generation 1.
    .where("booking.link_generation", "<=", MAX_CORRECTIONS)
    .where("booking.id", "=", bookingId)
    .where("booking_access.browser_hash", "=", browserHash)
    .where("booking_access.by_link", "=", 0)
    .where("booking.source", "=", "direct")
    .where("booking.status", "in", LINKABLE_STATUSES)
    .where("booking.verified_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

type LinkMailNeeds = {
  messaging: MessagingFunctions;
  siteUrl: string;
  /** The key for the guests' links, and for the hashes by which the booking limits recognise a mailbox. */
  key: string;
};
/** Stores the corrected address, invalidates links sent to the wrong one, and emails the link to the new one. */
export async function correctEmail(
  trx: Trx,
  { engine, messaging, siteUrl, key, guarded }: LinkMailNeeds & { engine: Engine; guarded: boolean },
  order: { bookingId: string; browserHash: string; email: string; at: Date },
): Promise<CorrectEmailResult> {
  await lockCalendar(engine, trx, PROPERTY_ID);
  if (!(await mayCorrectEmail(trx, order.bookingId, order.browserHash))) return "refused";
  const booking = await bookingById(trx, order.bookingId);
  if (!booking) return "refused";
  if (booking.guest.email === order.email) return "already-right";
  const email = emailHash(key, order.email);
  if (guarded && !(await hasRoom(trx, booking, email, order.at))) return "refused";
  const generation = await endOldLinks(trx, booking, email);
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
  await mailNewAddress(trx, { messaging, siteUrl, key }, corrected, generation);
  return "corrected";
}

export async function mailNewAddress(
  trx: Trx,
  { messaging, siteUrl, key }: LinkMailNeeds,
  booking: StoredBooking,
  generation: number,
): Promise<void> {
  const link = siteUrl + linkPath(booking.id, linkSecret(key, booking.id, generation));
  const mail = await linkMail(trx, booking, link);
  await messaging.mailGuest(trx, { ...mail, key: `corrected:${booking.id}:${generation}` });
}

/** Matches no guest's phone or network. */
const NOBODY = "";

/**
 * Whether the owner of the new address could also have booked these nights. Without this check, a guest could book
 * under invented addresses and collect the bookings in one mailbox. For a booking that is waiting for its guest, the
 * limits are checked when the link is opened.
 */
async function hasRoom(trx: Trx, booking: StoredBooking, email: string, at: Date): Promise<boolean> {
  if (booking.waiting?.for === "guest" || (await claimsOf(trx, booking.id, at)) === null) return true;
  const when = { now: at, timeZone: booking.policy.timeZone };
  const held = await heldNights(trx, { network: NOBODY, phone: NOBODY, email }, when, booking.id);
  const nights = nightCount(booking);
  return held.byEmail + nights <= UNPROVEN_NIGHTS.each && allowance({ ...held, today: 0 }, nights) === "book";
}

/** Also makes the booking count towards the limits for the new address, unless the host or a payment vouches for it. */
async function endOldLinks(trx: Trx, { id, version }: StoredBooking, email: string): Promise<number | null> {
  const row = await trx
    .updateTable("booking")
    .set((eb) => ({
      version: version + 1,
      link_generation: eb("link_generation", "+", 1),
      email_mark: eb.case().when("email_mark", "is", null).then(null).else(email).end(),
    }))
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("link_generation")
    .executeTakeFirst();
  return row?.link_generation ?? null;
}
