import type { Kysely, Selectable } from "kysely";
import {
  type BookingListing,
  type ChangeRequest,
  type Ending,
  PROPERTY_ID,
  type StoredBooking,
  type Waiting,
} from "#domain/booking/booking.ts";
import type { CancellationPolicy } from "#domain/booking/cancellation.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { PaymentPlan } from "#domain/payments/plan.ts";
import type { QuoteLine } from "#domain/pricing/quote.ts";
import type { SoldTerms } from "#domain/pricing/change-quote.ts";
import { legacyTerms } from "#domain/pricing/sold-price.ts";
import { STANDING } from "../core/occupied-nights.ts";
import { WAIT_COLUMNS, waitingOf } from "../core/waiting.ts";
import type { Db } from "../database/connect.ts";
import type { Schema } from "../database/schema.ts";
import type { AskedAgain, Sold } from "./ports.ts";

type Reader = Pick<Kysely<Schema>, "selectFrom">;

export async function bookingById(db: Reader, id: string): Promise<StoredBooking | null> {
  const row = await db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .selectAll("booking")
    .select(["guest.name", "guest.email", "guest.phone"])
    .where("booking.id", "=", id)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** Whether this browser made the booking, or has opened its link. */
export async function hasAccess(db: Reader, id: string, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom("booking_access")
    .select("booking_id")
    .where("booking_id", "=", id)
    .where("browser_hash", "=", browserHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** See `BookingStore.sameBooking`. A cancelled booking does not count. */
export async function sameBooking(db: Reader, asked: AskedAgain): Promise<Sold | undefined> {
  const row = await db
    .selectFrom("booking")
    .innerJoin("booking_access", "booking_access.booking_id", "booking.id")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .innerJoin("guest as registered", (join) =>
      join
        .onRef("registered.name", "=", "guest.name")
        .onRef("registered.email", "=", "guest.email")
        .onRef("registered.phone", "=", "guest.phone"),
    )
    .leftJoin("promo_code_use", "promo_code_use.booking_id", "booking.id")
    .select(["booking.id", "booking.reference"])
    .select(WAIT_COLUMNS)
    .where("booking.property_id", "=", PROPERTY_ID)
    .where(STANDING)
    .where("booking.check_in", "=", asked.checkIn)
    .where("booking.check_out", "=", asked.checkOut)
    .where("booking.guest_count", "=", asked.guestCount)
    .where("booking.special_requests", "is not distinct from", asked.specialRequests)
    .where((eb) =>
      "code" in asked
        ? eb("promo_code_use.code", "=", asked.code)
        : eb.and([eb("booking.total_cents", "<=", asked.mostCents), eb("booking.currency", "=", asked.currency)]),
    )
    .where("booking_access.browser_hash", "=", asked.accessHash)
    .where("registered.id", "=", asked.guestId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, reference, status } = row;
  return { ok: true, id, reference, status, ...(waitingOf(row)?.for === "payment" && { waits: "payment" }) };
}

/** The guest may have ticked or cleared the box for messages on WhatsApp since the booking was made. */
export async function copyConsent(db: Db, { bookingId, guestId }: { bookingId: string; guestId: string }) {
  await db
    .updateTable("guest")
    .set((eb) => ({ whatsapp: eb.selectFrom("guest as registered").select("whatsapp").where("id", "=", guestId) }))
    .where("id", "=", (eb) => eb.selectFrom("booking").select("guest_id").where("booking.id", "=", bookingId))
    .execute();
}

/**
 * Reads bookings without their JSON documents, which a list does not show: reading ten thousand documents takes time.
 */
export function bookingListings(db: Reader) {
  return db
    .selectFrom("booking")
    .innerJoin("guest", "guest.id", "booking.guest_id")
    .select([
      "booking.id",
      "booking.reference",
      "booking.property_id",
      "booking.guest_id",
      "booking.check_in",
      "booking.check_out",
      "booking.guest_count",
      "booking.source",
      "booking.total_cents",
      "booking.currency",
      "booking.created_at",
      "guest.name",
      "guest.email",
      "guest.phone",
    ])
    .select(WAIT_COLUMNS);
}

type GuestColumns = { name: string; email: string; phone: string };
type Row = Selectable<Schema["booking"]> & GuestColumns;
type EndedColumns = Pick<Row, "status" | "waits_for" | "offer_until" | "pay_by">;
export type ListingRow = Awaited<ReturnType<ReturnType<typeof bookingListings>["execute"]>>[number];

export function listingFromRow(row: ListingRow): BookingListing {
  return {
    id: row.id,
    reference: row.reference,
    propertyId: row.property_id,
    guestId: row.guest_id,
    checkIn: row.check_in,
    checkOut: row.check_out,
    guestCount: row.guest_count,
    status: row.status,
    source: row.source,
    totalCents: row.total_cents,
    currency: row.currency,
    createdAt: new Date(row.created_at),
    endedAs: endedAsOf(row),
    waiting: waitingOf(row),
    guest: { id: row.guest_id, name: row.name, email: row.email, phone: row.phone },
  };
}

function fromRow(row: Row): StoredBooking {
  const priceLines = linesOf(row.price_lines);
  const policy: CancellationPolicy = JSON.parse(row.policy);
  const oneNightCents = row.one_night_cents ?? priceLines[0]?.unitCents ?? row.total_cents;
  const sold: SoldTerms | null = row.frozen_price === null ? null : JSON.parse(row.frozen_price);
  const listing = listingFromRow(row);
  return {
    ...listing,
    specialRequests: row.special_requests,
    priceLines,
    oneNightCents,
    sold: sold ?? legacyTerms({ ...listing, priceLines, oneNightCents, policy }),
    policy,
    language: row.language,
    version: row.version,
    hostNotes: row.host_notes,
    emailProvenAt: momentOrNull(row.verified_at),
    hostConfirmedAt: momentOrNull(row.host_confirmed_at),
    cancellationFeeCents: row.cancellation_fee_cents,
    changeRequest: changeRequestOf(row, listing),
    offeredDespiteAt: momentOrNull(row.offered_despite_at),
    plan: planOf(row),
    endedUnpaid: endedUnpaidOf(row),
  };
}

type OldLine = { label: string; quantity: number; unitCents: number; amountCents: number };

/** Lines without a kind are nights at one price, written by an older instance during an upgrade. */
export function linesOf(stored: string): QuoteLine[] {
  const lines: (QuoteLine | OldLine)[] = JSON.parse(stored);
  return lines.map((line) => {
    if ("kind" in line) return line;
    const { label: _label, ...amounts } = line;
    return { kind: "nights", from: null, ...amounts };
  });
}

function momentOrNull(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment);
}

function changeRequestOf({ change_request, change_until }: Row, booking: BookingListing): ChangeRequest | null {
  if (change_request === null || change_until === null) return null;
  // A request stored before prices could differ from night to night has no terms.
  const parsed: Omit<ChangeRequest, "until" | "since" | "sold"> & { since?: string; sold?: SoldTerms } =
    JSON.parse(change_request);
  const sold = parsed.sold ?? legacyTerms({ ...parsed, createdAt: booking.createdAt });
  return { ...parsed, sold, until: new Date(change_until), since: momentOrNull(parsed.since ?? null) };
}

function planOf(row: Row): PaymentPlan | null {
  const plan: PaymentPlan | null = row.plan === null ? null : JSON.parse(row.plan);
  return plan;
}

function endedUnpaidOf({ status, pay_by, asked_status }: Row): BookingStatus | null {
  return status === "cancelled" && pay_by !== null ? (asked_status ?? "confirmed") : null;
}

/** A cancelled booking waits for nobody, so these columns show what it was waiting for, and thus how it ended. */
function endedAsOf({ status, waits_for, offer_until, pay_by }: EndedColumns): Ending | null {
  if (status !== "cancelled") return null;
  if (pay_by !== null) return "unpaid";
  if (offer_until !== null) return "offer";
  return waits_for && ({ host: "request", guest: "unverified" } as const)[waits_for];
}

/**
 * The columns that store what a booking that has just been cancelled was waiting for: `endedAsOf` and `endedUnpaidOf`
 * read them, and they decide which guests who never paid are erased. An older version does not mistake them for a
 * current wait.
 */
export function endedColumns(before: StoredBooking, { status, endedAs, endedUnpaid }: StoredBooking, at: Date) {
  if (status !== "cancelled") return {};
  const moment = at.toISOString();
  // If the payment arrives after all, the booking gets this status.
  if (endedUnpaid !== null) return { pay_by: moment, asked_status: endedUnpaid };
  if (before.waiting?.for === "payment") return { waits_until: moment };
  if (endedAs === "offer") return { offer_until: moment };
  if (endedAs === "unverified") return { waits_for: "guest" } as const;
  return endedAs === "request" ? ({ waits_for: "host" } as const) : {};
}

/** The columns that `waitingOf` reads. */
export function waitColumns(waiting: Waiting | null) {
  const until = waiting?.until.toISOString() ?? null;
  const asked_status = waiting?.requestedStatus ?? null;
  const nobody = { waits_for: null, waits_until: null, pay_by: null, offer_until: null, asked_status };
  switch (waiting?.for) {
    case "payment":
      return { ...nobody, pay_by: until };
    case "offer":
      return { ...nobody, offer_until: until };
    case "guest":
    case "host":
      return { ...nobody, waits_for: waiting.for, waits_until: until };
    case undefined:
      return nobody;
  }
}
