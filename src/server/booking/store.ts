import type { BookingListing } from "#domain/booking/booking.ts";
import { ledgerOf } from "#domain/booking/payment.ts";
import { addDays } from "#domain/calendar/local-date.ts";
import type { SoldTerms } from "#domain/pricing/change-quote.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import {
  bookingsWithNights,
  keptForPreparation,
  occupiedNights,
  requestedSpans,
  STANDING,
} from "../core/occupied-nights.ts";
import type { Database, Db } from "../database/connect.ts";
import type { CalendarCheck, CheckCalendars, NightsTakenBy, PlatformsUnreachable } from "../database/calendar.ts";
import { lowered } from "../database/dialect.ts";
import { idempotently } from "../database/idempotency.ts";
import { commitIfOk, commitUnderCalendarLock } from "../database/transaction.ts";
import { actOn, CHECKOUT_OPEN, UNCHECKED } from "./act-store.ts";
import { addBooking, addManualBooking, grantAccess } from "./add-store.ts";
import { mayCorrectEmail } from "./correct-email-store.ts";
import { claimsOf } from "./admission-queries.ts";
import { removeBooking } from "./remove-store.ts";
import { openByLink } from "./open-link-store.ts";
import {
  type Announced,
  type BookingStore,
  type CheckoutOpen,
  type Codes,
  type CreateManualBookingResult,
  type EraseStay,
  GUEST,
  type OpenCheckouts,
  refuse,
  type Refusal,
  type Sold,
  type Unchecked,
} from "./ports.ts";
import {
  bookingById,
  copyConsent,
  hasAccess,
  sameBooking,
  bookingListings,
  linesOf,
  type ListingRow,
  listingFromRow,
} from "./booking-queries.ts";

type NeverRecorded = { ok: false; reason: "never" };
const NEVER: NeverRecorded = { ok: false, reason: "never" };

export type BookingStoreNeeds = Announced & {
  checkCalendars: CheckCalendars;
  codes: Codes;
  /** How many nights are kept free before and after a stay. */
  preparationNights: () => Promise<number>;
  /** False turns off the limits on what guests may hold. */
  guarded: boolean;
  /** Null or omitted if nothing is paid online. */
  openCheckouts?: OpenCheckouts | null;
  eraseStay?: EraseStay;
};

export function createBookingStore({ db, engine }: Database, needs: BookingStoreNeeds): BookingStore {
  const { checkCalendars, codes, guarded, preparationNights, openCheckouts, eraseStay, ...announced } = needs;
  const actNeeds = { engine, announced, codes, guarded, openCheckouts: openCheckouts ?? null };
  const listings = async (rows: Promise<ListingRow[]>) => (await rows).map(listingFromRow);

  /**
   * Runs `work` without a calendar check. If `work` needs one, this function reads the platforms' calendars outside any
   * transaction and runs `work` again.
   */
  async function checkedOnDemand<R extends { ok: boolean }>(
    by: NightsTakenBy,
    work: (check: CalendarCheck | null) => Promise<R | Unchecked>,
  ): Promise<R | PlatformsUnreachable> {
    const first = await work(null);
    if (!isUnchecked(first)) return first;
    const checked = await checkCalendars(by);
    if (!checked.ok) return checked;
    const second = await work(checked.check);
    if (isUnchecked(second)) throw new Error("Nights were checked but still count as unchecked");
    return second;
  }

  /** If `attempt` would make the guest's open payment page invalid, closes the page and tries again. */
  async function closingCheckout<R extends { ok: boolean }>(
    bookingId: string,
    attempt: () => Promise<R | CheckoutOpen>,
  ): Promise<R | Refusal> {
    const first = await attempt();
    if (!isCheckoutOpen(first)) return first;
    const closed = (await openCheckouts?.close(bookingId)) ?? "unreachable";
    if (closed === "closed") {
      const second = await attempt();
      if (!isCheckoutOpen(second)) return second;
    }
    return refuse({ kind: CHECKOUT_REFUSALS[closed] });
  }

  return {
    addBooking: (booking, submit) =>
      commitUnderCalendarLock(db, async (trx) => {
        const { result, replayed } = await idempotently(trx, submit, booking.createdAt, () =>
          addBooking(trx, booking, announced, codes),
        );
        if (result.ok && replayed) await grantAccess(trx, result.id, booking.accessHash);
        return result;
      }),

    storedResultOf: (submit, accessHash, at) =>
      commitIfOk(db, async (trx) => {
        const { result, replayed } = await idempotently<Sold | NeverRecorded>(trx, submit, at, async () => NEVER);
        if (result.ok && replayed) await grantAccess(trx, result.id, accessHash);
        return result;
      }),

    sameBooking: async (asked) => {
      const same = await sameBooking(db, asked);
      if (same) await copyConsent(db, { bookingId: same.id, guestId: asked.guestId });
      return same;
    },

    addManualBooking: (booking, submit, confirmed) =>
      checkedOnDemand("host", (check) =>
        commitUnderCalendarLock(db, async (trx) => {
          const { result } = await idempotently<CreateManualBookingResult | Unchecked>(
            trx,
            submit,
            booking.createdAt,
            async () => (check ? addManualBooking(trx, booking, announced, { check, confirmed }) : UNCHECKED),
          );
          return result;
        }),
      ),

    act: (order) => {
      const by = order.actor === GUEST ? "guest" : "host";
      return closingCheckout(order.id, () =>
        checkedOnDemand(by, (check) => commitIfOk(db, (trx) => actOn(actNeeds, trx, order, check))),
      );
    },
    actIn: (trx, order, check) => actOn(actNeeds, trx, order, check),

    remove: (order) =>
      closingCheckout(order.id, () => commitIfOk(db, (trx) => removeBooking({ ...actNeeds, eraseStay }, trx, order))),

    openLink: async (opened) => (await commitIfOk(db, (trx) => openByLink(actNeeds, trx, opened))).ok,

    find: (id) => bookingById(db, id),

    idOf: async (reference, email) => {
      const row = await db
        .selectFrom("booking")
        .innerJoin("guest", "guest.id", "booking.guest_id")
        .select("booking.id")
        .where("booking.reference", "=", reference)
        .where(lowered(engine, "guest.email"), "=", email.toLowerCase())
        .executeTakeFirst();
      return row?.id ?? null;
    },

    hasAccess: (id, browserHash) => hasAccess(db, id, browserHash),

    mayCorrectEmail: (id, browserHash) => mayCorrectEmail(db, id, browserHash),

    list: () => allListings(db),

    listed: (ids) => listings(bookingListings(db).where("booking.id", "in", ids).execute()),

    balances: async (ids) => {
      const payments = await db
        .selectFrom("payment")
        .select(["booking_id", "kind", "method", "amount_cents", "live", "fee_minor"])
        .where("booking_id", "in", ids)
        .execute();
      const paid = Map.groupBy(payments, (one) => one.booking_id);
      const rows = await db
        .selectFrom("booking")
        .select(["id", "status", "total_cents", "cancellation_fee_cents", "price_lines", "frozen_price"])
        .where("id", "in", ids)
        .execute();
      return new Map(
        rows.map((row) => {
          const ledger = ledgerOf(
            (paid.get(row.id) ?? []).map(({ kind, method, amount_cents: amountCents, live, fee_minor: feeCents }) => ({
              kind,
              method,
              amountCents,
              feeCents,
              live: live === null ? null : live === 1,
            })),
          );
          const cancellationCents = row.status === "cancelled" ? (row.cancellation_fee_cents ?? 0) : null;
          const owedCents = cancellationCents ?? row.total_cents;
          const dueCents = owedCents - ledger.receivedCents + ledger.refundedCents;
          const priceLines = linesOf(row.price_lines);
          const sold: SoldTerms | null = row.frozen_price === null ? null : JSON.parse(row.frozen_price);
          const includedTaxCents = sold?.containedTaxes.reduce((sum, tax) => sum + tax.amountCents, 0) ?? null;
          return [row.id, { ...ledger, dueCents, cancellationCents, priceLines, includedTaxCents }] as const;
        }),
      );
    },

    listBetween: (from, to) =>
      listings(
        bookingListings(db)
          .where("booking.id", "in", bookingsWithNights(db, addDays(from, -1), to))
          .where(STANDING)
          .where("booking.check_in", "<=", to)
          .where("booking.check_out", ">=", from)
          .orderBy("booking.check_in")
          .orderBy("booking.id")
          .execute(),
      ),

    requestedBetween: (from, to) => requestedSpans(db, from, to),

    history: async (id) => {
      const rows = await db
        .selectFrom("booking_event")
        .select(["at", "actor", "event"])
        .where("booking_id", "=", id)
        .orderBy("at")
        .orderBy("booking_version")
        .execute();
      return rows.map((row) => ({ ...row, at: new Date(row.at) }));
    },

    payments: (id) => paymentsOf(db, id),

    claims: async (id, now) => (guarded ? claimsOf(db, id, now) : null),

    waitingUntil: async (moment) => {
      const rows = await db
        .selectFrom("booking")
        .select("id")
        .where((eb) =>
          eb.or([
            eb.and([eb("waits_until", "<=", moment.toISOString()), eb("status", "=", "pending")]),
            eb.and([eb("offer_until", "<=", moment.toISOString()), eb("status", "=", "pending")]),
            eb("change_until", "<=", moment.toISOString()),
          ]),
        )
        .execute();
      return rows.map((row) => row.id);
    },

    takenNights: async (from, to) => {
      const occupied = (await occupiedNights(db, from, to)).map((row) => row.night);
      const kept = await keptForPreparation(db, { from, to }, await preparationNights());
      return kept.length === 0 ? occupied : [...occupied, ...kept].toSorted();
    },

    keptNights: async (id, from, to) => keptForPreparation(db, { from, to }, await preparationNights(), id),

    nightsOfOthers: async (id, from, to) => {
      const rows = await db
        .selectFrom("occupied_night")
        .leftJoin("channel_stay", "channel_stay.id", "occupied_night.channel_stay_id")
        .select("night")
        .where("night", ">=", from)
        .where("night", "<", to)
        .$if(id !== null, (query) =>
          query.where((eb) =>
            eb(eb.fn.coalesce("occupied_night.booking_id", "channel_stay.booking_id", eb.val("")), "!=", id),
          ),
        )
        .orderBy("night")
        .execute();
      return rows.map((row) => row.night);
    },
  };
}

const CHECKOUT_REFUSALS = {
  paid: "payment-just-in",
  closed: "payment-under-way",
  unreachable: "payment-page-open",
} as const;

function isUnchecked(result: { ok: boolean } | Unchecked): result is Unchecked {
  return "reason" in result && result.reason === UNCHECKED.reason;
}

function isCheckoutOpen(result: { ok: boolean } | CheckoutOpen): result is CheckoutOpen {
  return "reason" in result && result.reason === CHECKOUT_OPEN.reason;
}

/** Rows per query: few enough to stay far below the timeout, however many bookings there are. */
const LIST_CHUNK = 5000;

/** Every booking, latest check-in first. Bookings are read in order of id, so that none is skipped or repeated. */
async function allListings(db: Db): Promise<BookingListing[]> {
  const all: BookingListing[] = [];
  for (let after = ""; ;) {
    const rows = await bookingListings(db)
      .where("booking.id", ">", after)
      .orderBy("booking.id")
      .limit(LIST_CHUNK)
      .execute();
    for (const row of rows) all.push(listingFromRow(row));
    const last = rows.at(-1);
    if (!last || rows.length < LIST_CHUNK) return all.sort(newestFirst);
    after = last.id;
  }
}

function newestFirst(a: BookingListing, b: BookingListing): number {
  if (a.checkIn !== b.checkIn) return a.checkIn > b.checkIn ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
