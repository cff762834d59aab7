import type { Booking, KeptBooking } from "#domain/booking/booking.ts";
import { claimNights } from "../database/calendar.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { announce } from "./announce.ts";
import type { AddBookingResult, Announced, EnterBookingResult, EnteredBooking, NewBooking } from "./ports.ts";
import { bookingById } from "./stored-booking.ts";

/** A booking by the website. The caller holds the calendar's lock. */
export async function addBooking(trx: Trx, booking: NewBooking, announced: Announced): Promise<AddBookingResult> {
  if (!(await claimGuest(trx, booking))) return { ok: false, reason: "guest-unknown" };
  const taken = await claimNights(trx, booking.propertyId, booking, { booking_id: booking.id });
  if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
  const event = `Booked on the website as ${booking.status}`;
  const kept = await write(trx, booking, "guest", event);
  await grantAccess(trx, booking.id, booking.accessHash);
  const change = { act: "booking.create", actor: "guest", at: booking.createdAt, before: null, after: kept } as const;
  // A guest's own booking is no act of the host: listeners hear of it, the audit log does not.
  for (const listener of announced.listeners) await listener.bookingChanged(trx, change);
  return { ok: true, id: booking.id, reference: booking.reference };
}

/** A booking that the host took by telephone. The caller holds the calendar's lock. */
export async function enterBooking(
  trx: Trx,
  booking: EnteredBooking,
  announced: Announced,
): Promise<EnterBookingResult> {
  const taken = await claimNights(trx, booking.propertyId, booking, { booking_id: booking.id });
  if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
  const { id, name, email, phone } = booking.guest;
  const at = booking.createdAt.toISOString();
  await trx
    .insertInto("guest")
    .values({
      id,
      name,
      email,
      phone,
      search_text: `${name}\n${email}`.toLowerCase(),
      created_at: at,
      claimed_at: at,
      browser_hash: "",
      address_hash: "",
    })
    .execute();
  const kept = await write(trx, booking, booking.enteredBy, `Entered by the host as ${booking.status}`);
  await announce(trx, announced, {
    act: "booking.create",
    actor: booking.enteredBy,
    at: booking.createdAt,
    before: null,
    after: kept,
  });
  return { ok: true, id: booking.id, reference: booking.reference };
}

async function write(trx: Trx, booking: Booking, actor: string, event: string): Promise<KeptBooking> {
  const at = booking.createdAt.toISOString();
  await trx
    .insertInto("booking")
    .values({
      id: booking.id,
      reference: booking.reference,
      property_id: booking.propertyId,
      guest_id: booking.guestId,
      check_in: booking.checkIn,
      check_out: booking.checkOut,
      guest_count: booking.guestCount,
      status: booking.status,
      source: booking.source,
      special_requests: booking.specialRequests,
      total_cents: booking.totalCents,
      price_lines: JSON.stringify(booking.priceLines),
      policy: JSON.stringify(booking.policy),
      created_at: at,
      version: 1,
    })
    .execute();
  await trx
    .insertInto("booking_event")
    .values({ id: randomId(), booking_id: booking.id, at, actor, event, booking_version: 1 })
    .execute();
  const kept = await bookingById(trx, booking.id);
  if (!kept) throw new Error("The booking that was just written is not there");
  return kept;
}

/** A guest is claimed once, and only by who registered it: an overheard id is of no use elsewhere. */
async function claimGuest(trx: Trx, booking: NewBooking): Promise<boolean> {
  const { browserHash, addressHash } = booking.registrant;
  const claimed = await trx
    .updateTable("guest")
    .set({ claimed_at: booking.createdAt.toISOString() })
    .where("id", "=", booking.guestId)
    .where("claimed_at", "is", null)
    .where("created_at", ">", booking.registeredAfter.toISOString())
    .where((eb) => eb.or([eb("address_hash", "=", addressHash), eb("browser_hash", "=", browserHash ?? "")]))
    .executeTakeFirst();
  return Number(claimed.numUpdatedRows) === 1;
}

/** Lets the browser see the booking in full. */
export async function grantAccess(trx: Trx, bookingId: string, browserHash: string): Promise<void> {
  await trx
    .insertInto("booking_access")
    .values({ booking_id: bookingId, browser_hash: browserHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
