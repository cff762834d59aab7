import { sql } from "kysely";
import type { BookingWithGuest, StoredBooking, Waiting } from "#domain/booking/booking.ts";
import { waitsInTime } from "#domain/booking/arrival-day.ts";
import type { Admission } from "#domain/booking/admission.ts";
import type { PaymentPlan } from "#domain/payments/plan.ts";
import { PAYMENT_HOLD_MS } from "#domain/payments/times.ts";
import { isUsedUp } from "#domain/pricing/promo-code.ts";
import type { Guest } from "#domain/guests/guest.ts";
import { type CalendarCheck, claimNights } from "../database/calendar.ts";
import { insertRow, prepared } from "../database/prepared.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { announce } from "./announce.ts";
import { NOTHING_HELD } from "./booking-guard.ts";
import { heldNights, isProven } from "./admission-queries.ts";
import {
  type AddBookingResult,
  type Announced,
  type Codes,
  type CreateManualBookingResult,
  type ManualBooking,
  GUEST,
  type IdentityHashes,
  type NewBooking,
} from "./ports.ts";
import { waitColumns } from "./booking-queries.ts";
import { unverified } from "./unverified.ts";
import { warnHost } from "./warn-host.ts";

/** Adds a booking from the website. The caller holds the calendar's lock. */
export async function addBooking(
  trx: Trx,
  booking: NewBooking,
  announced: Announced,
  codes: Codes,
): Promise<AddBookingResult> {
  // First, because most refusals under load are for nights that somebody else has just booked.
  const taken = await claimNights(trx, booking.check, booking.propertyId, booking, { booking_id: booking.id });
  if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
  const guest = await claimGuest(trx, booking);
  if (!guest) return { ok: false, reason: "guest-unknown" };
  const { guard, createdAt, policy } = booking;
  // The price is checked only here, because a repeated request for a booking made at the old price must return that
  // booking.
  if (!booking.agreed) return { ok: false, reason: "price-changed" };
  const { code } = booking.sold;
  if (code && !(await hasUseLeft(trx, codes, code.code))) return { ok: false, reason: "code-refused", isWrong: true };
  const hashes = guard.identityHashesOf(guest);
  const when = { now: createdAt, timeZone: policy.timeZone };
  const held = guard.guarded ? await heldNights(trx, hashes, when) : NOTHING_HELD;
  const proven = await isProven(trx, hashes.email, createdAt);
  const admission = beforePayment(guard.judge(held, proven), booking.plan, createdAt);
  if (admission === "prove-first") return { ok: false, reason: "prove-first", emailHash: hashes.email, guest };
  if (admission === "phone-required") return { ok: false, reason: "phone-required" };
  const {
    check: _check,
    registrant: _registrant,
    registeredAfter: _registeredAfter,
    accessHash,
    guard: _guard,
    agreed: _agreed,
    plan,
    ...facts
  } = booking;
  const came = admission.waiting ? ASKED[admission.waiting.for] : `Booked on the website as ${admission.status}`;
  const why = admission.aboveAllowance ? ["exceeds what guests may book without the host's approval"] : [];
  const event = [came, ...why, ...unverified(booking.check.unreachable, booking.policy.timeZone)].join("; ");
  const taking = {
    hashes,
    provenAt: proven ? createdAt : null,
    hostConfirmedAt: null,
    waiting: admission.waiting && waitsInTime(admission.waiting, booking, createdAt),
    plan,
  };
  const kept = await write(trx, { ...facts, status: admission.status, guest }, taking, GUEST, event);
  if (code) await codes.recordUse(trx, code.code, booking.id);
  await grantAccess(trx, booking.id, accessHash);
  const change = {
    act: "booking.create",
    actor: GUEST,
    at: booking.createdAt,
    before: null,
    after: kept,
    ...(admission.aboveAllowance ? { aboveAllowance: true as const } : {}),
  } as const;
  // A guest's own booking is not an action by the host, so the listeners are called but the audit log gets no entry.
  for (const listener of announced.listeners) await listener.bookingChanged(trx, change);
  const waits = admission.waiting?.for === "payment" ? ({ waits: "payment" } as const) : {};
  return { ok: true, id: booking.id, reference: booking.reference, status: admission.status, ...waits };
}

/** Adds a booking that the host enters. The caller holds the calendar's lock. */
export async function addManualBooking(
  trx: Trx,
  booking: ManualBooking,
  announced: Announced,
  { check, confirmed }: { check: CalendarCheck; confirmed: readonly string[] | undefined },
): Promise<CreateManualBookingResult> {
  // Nights that a platform has sold are refused below.
  const warned = warnHost(check, booking, { sales: [], confirmed });
  if (warned) return warned;
  const { enteredBy, agreed, ...facts } = booking;
  if (!agreed) return { ok: false, reason: "price-changed" };
  const taken = await claimNights(trx, check, booking.propertyId, booking, { booking_id: booking.id });
  if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
  const { id, name, email, phone } = booking.guest;
  const at = booking.createdAt.toISOString();
  await insertRow(trx, "guest", {
    id,
    name,
    email,
    phone,
    search_text: `${name}\n${email}`.toLowerCase(),
    created_at: at,
    claimed_at: at,
    browser_hash: "",
    address_hash: "",
  });
  const event = [`Entered by the host as ${booking.status}`, ...unverified(check.unreachable, booking.policy.timeZone)];
  const taking = { ...UNGUARDED, hostConfirmedAt: booking.createdAt };
  const kept = await write(trx, facts, taking, enteredBy, event.join("; "));
  await announce(trx, announced, {
    act: "booking.create",
    actor: enteredBy,
    at: booking.createdAt,
    before: null,
    after: kept,
  });
  return { ok: true, id: booking.id, reference: booking.reference };
}

const ASKED = {
  guest: "Booked on the website; waiting for the guest to open the link in the email",
  host: "Requested on the website; waiting for the host",
  payment: "Booked on the website; waiting for payment",
  offer: "Offered by the host",
} satisfies Record<Waiting["for"], string>;

type Taking = {
  hashes: IdentityHashes | null;
  provenAt: Date | null;
  hostConfirmedAt: Date | null;
  waiting: Waiting | null;
  plan: PaymentPlan | null;
};
const UNGUARDED: Taking = { hashes: null, provenAt: null, hostConfirmedAt: null, waiting: null, plan: null };

/** If the host requires payment, a booking that could otherwise be made at once waits for its first payment. */
function beforePayment(admission: Admission, plan: PaymentPlan | null, now: Date): Admission {
  if (typeof admission === "string" || admission.status === "pending" || plan?.mode !== "required") return admission;
  const until = new Date(now.getTime() + PAYMENT_HOLD_MS);
  return { ...admission, status: "pending", waiting: { for: "payment", until, requestedStatus: admission.status } };
}

/** Columns that only later actions set; all other columns are written when the booking is added. */
type SetLater =
  | "host_notes"
  | "cancellation_fee_cents"
  | "change_request"
  | "change_until"
  | "link_generation"
  | "offered_despite_at"
  | "nights_since";

async function write(
  trx: Trx,
  booking: BookingWithGuest,
  { hashes, provenAt, hostConfirmedAt, waiting, plan }: Taking,
  actor: string,
  event: string,
): Promise<StoredBooking> {
  const at = booking.createdAt.toISOString();
  const row = {
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
    currency: booking.sold.terms.currency,
    price_lines: JSON.stringify(booking.priceLines),
    frozen_price: JSON.stringify(booking.sold),
    one_night_cents: booking.oneNightCents,
    policy: JSON.stringify(booking.policy),
    created_at: at,
    version: 1,
    ...waitColumns(waiting),
    plan: plan && JSON.stringify(plan),
    verified_at: provenAt?.toISOString() ?? null,
    host_confirmed_at: hostConfirmedAt?.toISOString() ?? null,
    network_mark: hashes?.network ?? null,
    email_mark: hashes?.email ?? null,
    phone_mark: hashes?.phone ?? null,
    language: booking.language,
  } satisfies Record<Exclude<keyof Schema["booking"], SetLater>, unknown>;
  await insertRow(trx, "booking", row);
  await insertRow(trx, "booking_event", {
    id: randomId(),
    booking_id: booking.id,
    at,
    actor,
    event,
    booking_version: 1,
  });
  return {
    ...booking,
    currency: booking.sold.terms.currency,
    version: 1,
    hostNotes: "",
    emailProvenAt: provenAt,
    hostConfirmedAt,
    cancellationFeeCents: null,
    waiting,
    changeRequest: null,
    offeredDespiteAt: null,
    plan,
    endedUnpaid: null,
    endedAs: null,
  };
}

/** The caller holds the calendar's lock. */
export async function hasUseLeft(trx: Trx, codes: Codes, name: string): Promise<boolean> {
  const code = await codes.find(name, trx);
  return code !== null && !isUsedUp(code);
}

/**
 * A guest's registration can be claimed only once, and only from the browser or network that made it, so a leaked id is
 * useless elsewhere. The hashes of the browser and the network are not needed after that.
 */
const claimedGuests = prepared(
  (db, at: string, id: string, registeredAfter: string, addressHash: string, browserHash: string) =>
    db
      .updateTable("guest")
      .set({ claimed_at: at, browser_hash: sql`''`, address_hash: sql`''` })
      .where("id", "=", id)
      .where("claimed_at", "is", null)
      .where("created_at", ">", registeredAfter)
      .where((eb) => eb.or([eb("address_hash", "=", addressHash), eb("browser_hash", "=", browserHash)]))
      .returning(["id", "name", "email", "phone"]),
  "at",
  "id",
  "registered after",
  "address",
  "browser",
);

async function claimGuest(trx: Trx, booking: NewBooking): Promise<Guest | undefined> {
  const { browserHash, addressHash } = booking.registrant;
  const [at, after] = [booking.createdAt.toISOString(), booking.registeredAfter.toISOString()];
  const [guest] = await claimedGuests(trx, at, booking.guestId, after, addressHash, browserHash ?? "");
  return guest;
}

const accessGranted = prepared(
  (db, bookingId: string, browserHash: string) =>
    db
      .insertInto("booking_access")
      .values({ booking_id: bookingId, browser_hash: browserHash })
      .onConflict((conflict) => conflict.doNothing()),
  "booking",
  "browser",
);

/** Lets the browser see the booking in full. */
export async function grantAccess(trx: Trx, bookingId: string, browserHash: string): Promise<void> {
  await accessGranted(trx, bookingId, browserHash);
}
