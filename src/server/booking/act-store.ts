import { type Ending, type StoredBooking, PROPERTY_ID, proposalOf } from "#domain/booking/booking.ts";
import { arrivalDayEnd, requestInTime, waitsInTime } from "#domain/booking/arrival-day.ts";
import { balanceOf, type Payment, type PaymentFact } from "#domain/booking/payment.ts";
import { type BookingStatus, holdsNights } from "#domain/booking/status.ts";
import { isSameStay, LONGEST_MS } from "#domain/messaging/known-stay.ts";
import { MAX_CENTS } from "#domain/money/money.ts";
import { addedNights, nightsOf, type Stay } from "#domain/booking/stay.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { amountsDue, movedPlan, type PaymentPlan } from "#domain/payments/plan.ts";
import { isUsedUp } from "#domain/pricing/promo-code.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { type CalendarCheck, claimNights, freeNights } from "../database/calendar.ts";
import { type Engine, lockCalendar } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { announce } from "./announce.ts";
import { claimsOf } from "./admission-queries.ts";
import type { BookingAct } from "../core/booking-changes.ts";
import {
  type ActOrder,
  type ActResult,
  type Announced,
  type CheckoutOpen,
  type Codes,
  GUEST,
  PAYMENT,
  type OpenCheckouts,
  refuse,
  type Step,
  TIME,
  type Unchecked,
} from "./ports.ts";
import { bookingById, endedColumns, waitColumns } from "./booking-queries.ts";
import { TOO_EXPENSIVE } from "./price-for-host.ts";
import { unverified } from "./unverified.ts";
import { type PlatformSale, soldNights, warnHost } from "./warn-host.ts";

export const UNCHECKED: Unchecked = { ok: false, reason: "calendars-unchecked" };

export const CHECKOUT_OPEN: CheckoutOpen = { ok: false, reason: "checkout-open" };

export type ActNeeds = {
  engine: Engine;
  announced: Announced;
  codes: Codes;
  guarded: boolean;
  /** Null if nothing is paid online. */
  openCheckouts: OpenCheckouts | null;
};

const OFFER_ENDED = "the offer to the guest has ended and can be sent again";

/** Whether a payment page that the guest has open would be out of date after the change. */
function endsCheckout(before: StoredBooking, after: StoredBooking, booked: boolean): boolean {
  const ends = after.status === "cancelled" && before.status !== "cancelled";
  const waived = after.status === "cancelled" && after.cancellationFeeCents !== before.cancellationFeeCents;
  return ends || waived || booked || after.totalCents !== before.totalCents || after.checkIn !== before.checkIn;
}

/**
 * Carries out one action: new nights are claimed first, then the row changes, then old nights are freed, so that the
 * triggers see a booking that owns its nights at every step.
 */
export async function actOn(
  { engine, announced, codes, guarded, openCheckouts }: ActNeeds,
  trx: Trx,
  order: ActOrder,
  check: CalendarCheck | null = null,
): Promise<ActResult | Unchecked | CheckoutOpen> {
  await lockCalendar(engine, trx, PROPERTY_ID);
  const before = await bookingById(trx, order.id);
  if (!before) return { ok: false, reason: "unknown" };
  if (order.version !== undefined && before.version !== order.version) return { ok: false, reason: "stale" };
  const claims = guarded && order.actor === GUEST ? await claimsOf(trx, order.id, order.at) : null;
  const payments = await paymentsOf(trx, order.id);
  const step = order.decide(before, { payments, check, claims });
  if (!step.ok) return step;

  const next = becomes(before, step, order, payments);
  const booked = needsNoPayment({ before, payments }, { after: next, step }, order);
  const after = booked ? { ...next, status: booked, waiting: null } : next;
  if (after.totalCents > MAX_CENTS && after.totalCents !== before.totalCents) return refuse(TOO_EXPENSIVE, 400);
  if (
    openCheckouts &&
    order.actor !== PAYMENT &&
    endsCheckout(before, after, booked !== null) &&
    (await openCheckouts.isOpen(trx, before.id))
  )
    return CHECKOUT_OPEN;
  const accepted = isAccepted(before, next, order);
  if (accepted && order.at >= arrivalDayEnd(after)) {
    return refuse(
      order.notByHost
        ? { kind: "offer-over" }
        : "The arrival day has passed. Change the dates first, or cancel the booking.",
    );
  }
  const agreed = accepted || confirmsEntered(before, after);
  if (!check && (takesNights(before, after) || agreed)) return UNCHECKED;
  // When the guest accepts an offer that the host made despite a warning, sales that were known when the offer was made
  // are not counted again.
  const sales = agreed ? await salesByPlatforms(trx, after, order.notByHost ? before.offeredDespiteAt : null) : [];
  if (order.notByHost && sales.length > 0)
    return { ok: false, reason: "nights-taken", nights: soldNights(after, sales) };
  if (check && !order.notByHost) {
    const warned = warnHost(check, after, { sales, confirmed: order.confirmedWarnings });
    if (warned) return warned;
  }
  const restored = before.status === "cancelled" && after.status !== "cancelled";
  const code = restored ? await codes.usedBy(trx, before.id) : null;
  // If the host has removed the code, the stay keeps the price that was agreed.
  if (code && isUsedUp(code)) {
    return refuse(`The discount code ${code.code} has reached its usage limit. Increase the limit first.`);
  }
  const owner = { booking_id: before.id };
  if (check && takesNights(before, after)) {
    for (const stay of staysHeld(after)) {
      const taken = await claimNights(trx, check, after.propertyId, stay, owner);
      if (taken.length > 0) return { ok: false, reason: "nights-taken", nights: taken };
    }
  }
  await writeRow(trx, { before, after }, order.at, step.vouchesForGuest === true || confirmsGuest(order, step));
  await freeNights(trx, owner, staysHeld(after));
  await writePayments(trx, before.id, step);
  await trx
    .insertInto("booking_event")
    .values({
      id: randomId(),
      booking_id: before.id,
      at: order.at.toISOString(),
      actor: order.actor,
      event: [
        step.event,
        ...(endsOffer(before, step) ? [OFFER_ENDED] : []),
        ...(booked ? ["nothing more is due now, so the stay is booked"] : []),
        ...unverified(check?.unreachable ?? [], after.policy.timeZone),
      ].join("; "),
      booking_version: after.version,
    })
    .execute();
  const payment = step.addPayment ?? step.removePayment;
  await announce(trx, announced, {
    act: step.act,
    actor: order.actor,
    ...(order.notByHost ? { notByHost: true } : {}),
    at: order.at,
    before,
    after,
    ...(payment ? { payment } : {}),
    ...(step.aboveAllowance ? { aboveAllowance: true } : {}),
  });
  return { ok: true, booking: after };
}

const SAYS_NOTHING_OF_THE_GUEST: readonly BookingAct[] = [
  "booking.notes",
  "booking.language",
  "booking.payment.remove",
  "booking.change-request",
];

function confirmsGuest({ notByHost }: ActOrder, { act }: Step): boolean {
  return !notByHost && !SAYS_NOTHING_OF_THE_GUEST.includes(act);
}

function becomes(before: StoredBooking, step: Step, order: ActOrder, payments: readonly Payment[]): StoredBooking {
  const hostConfirmedAt = before.hostConfirmedAt ?? (confirmsGuest(order, step) ? order.at : null);
  const changed: StoredBooking = { ...before, ...step.next, hostConfirmedAt, version: before.version + 1 };
  const arrival = { from: before.checkIn, to: changed.checkIn };
  const plan = changed.plan && movedPlan(changed.plan, arrival, dayAt(order.at, changed.policy.timeZone));
  const after = { ...changed, plan };
  const moved = after.checkIn !== before.checkIn || after.checkOut !== before.checkOut;
  const { changeRequest } = after;
  // The guest has not seen the new terms. The host can send them as a new offer, within the time that the guest had.
  const waiting = after.waiting && endsOffer(before, step) ? { ...after.waiting, for: "host" as const } : after.waiting;
  return {
    ...after,
    plan: planOfChange({ before, after, step }, payments, order),
    // Only a pending booking waits for somebody.
    waiting: after.status === "pending" ? waiting && waitsInTime(waiting, after, order.at) : null,
    endedUnpaid: after.status === "cancelled" ? after.endedUnpaid : null,
    endedAs: after.status === "cancelled" ? endedAs(before, after, order) : null,
    // A change request ends when the dates change in any way, and when the booking is cancelled.
    changeRequest: moved || !holdsNights(after.status) ? null : changeRequest && requestInTime(changeRequest, after),
  };
}

/**
 * How a booking ended that was never agreed on, verified or paid for. Null for any other cancellation, such as by a
 * guest who withdraws a request or declines an offer, or by a host who cancels a hold.
 */
function endedAs(before: StoredBooking, after: StoredBooking, { actor }: ActOrder): Ending | null {
  if (before.status === "cancelled") return before.endedAs;
  if (after.endedUnpaid !== null) return "unpaid";
  if (actor === TIME && before.waiting?.for === "guest") return "unverified";
  return actor === GUEST ? null : proposalOf(before);
}

/** Whether the stay, the number of guests or the price of an open offer changes. */
function endsOffer(before: StoredBooking, { next }: Step): boolean {
  return before.waiting?.for === "offer" && !next.waiting && !isSameStay(before, { ...before, ...next });
}

/**
 * The status that a booking takes instead of waiting for a payment, because nothing is due now: the host has recorded a
 * payment or lowered the price, or the stay was paid before it was accepted. Null if a payment is due, or if the
 * booking waited although nothing was due: the provider reported a payment of the wrong amount, and the host decides
 * (P-25).
 */
function needsNoPayment(
  { before, payments }: { before: StoredBooking; payments: readonly Payment[] },
  { after, step }: { after: StoredBooking; step: Step },
  order: ActOrder,
): BookingStatus | null {
  if (order.actor === PAYMENT || after.waiting?.for !== "payment") return null;
  if (before.waiting?.for === "payment" && !isDueNow(before, payments, order.at)) return null;
  const paid = step.addPayment ? [...payments, step.addPayment] : payments;
  return isDueNow(after, paid, order.at) ? null : after.waiting.requestedStatus;
}

type Changed = { before: StoredBooking; after: StoredBooking; step: Step };

function isDueNow(booking: StoredBooking, payments: readonly Payment[], at: Date): boolean {
  const today = dayAt(at, booking.policy.timeZone);
  return amountsDue(booking.plan, balanceOf(booking, payments), today).nowCents > 0;
}

/**
 * The plan after the total changes, the host restores a cancelled stay, or a restored stay is refunded. If this leaves
 * an amount due although nothing was due before, that amount is due on the day on which the guest is told of the
 * change. The guest is reminded of it as of any other balance. A stay that the host has restored is no longer cancelled
 * for being unpaid if its balance is already due.
 */
function planOfChange(
  { before, after, step }: Changed,
  payments: readonly Payment[],
  { at, notByHost }: ActOrder,
): PaymentPlan | null {
  const { plan } = after;
  if (!plan) return null;
  const restDueOn = dayAt(new Date(at.getTime() + LONGEST_MS), after.policy.timeZone);
  const paid = step.addPayment ? [...payments, step.addPayment] : payments;
  const isRestored = before.status === "cancelled" && holdsNights(after.status) && !notByHost;
  // A restored stay without a due date, such as one with optional payment, gets one only if money was refunded.
  const mayBeDue = plan.restDueOn !== null || payments.some(({ kind }) => kind === "refund");
  if (step.dueAgain || (isRestored && mayBeDue)) {
    const isLater = plan.restDueOn !== null && plan.restDueOn > dayAt(at, after.policy.timeZone);
    if (isLater || !isDueNow(after, paid, at)) return plan;
    return { mode: plan.mode, firstCents: plan.firstCents, restDueOn };
  }
  const isRepriced = after.totalCents !== before.totalCents;
  if (!isRepriced || isDueNow(before, payments, at) || !isDueNow(after, payments, at)) return plan;
  return { ...plan, restDueOn };
}

function staysHeld(booking: StoredBooking): Stay[] {
  if (!holdsNights(booking.status)) return [];
  return booking.changeRequest ? [booking, booking.changeRequest] : [booking];
}

/**
 * When the nights that the action adds to the booked stay were taken: now or, if the guest had requested them, when the
 * guest did so. Null if it adds none, or if the time of the request is not known.
 */
function nightsSince(before: StoredBooking, after: StoredBooking, at: Date): Date | null {
  const booked = (booking: StoredBooking) => staysHeld({ ...booking, changeRequest: null }).flatMap(nightsOf);
  const had = new Set(booked(before));
  if (booked(after).every((night) => had.has(night))) return null;
  return takesNights(before, after) ? at : (before.changeRequest?.since ?? null);
}

function takesNights(before: StoredBooking, after: StoredBooking): boolean {
  const had = new Set(staysHeld(before).flatMap(nightsOf));
  return staysHeld(after).some((stay) => nightsOf(stay).some((night) => !had.has(night)));
}

/**
 * Whether this action accepts a stay whose nights are already held: the host accepts a request or a change of dates, or
 * sends an offer, or the guest accepts an offer, perhaps days later. A platform may have sold the nights in the
 * meantime.
 */
function isAccepted(before: StoredBooking, after: StoredBooking, { notByHost }: ActOrder): boolean {
  if (!holdsNights(after.status)) return false;
  const isAgreed = after.status !== "pending" || after.waiting?.for === "payment";
  if (notByHost) return before.waiting?.for === "offer" && isAgreed;
  const changed = before.changeRequest !== null && addedNights(before, after).length > 0;
  const answered = after.waiting !== before.waiting;
  return changed || (answered && (isAgreed || after.waiting?.for === "offer"));
}

/** Whether the host confirms a booking that they entered as pending. Its guest may have arrived already. */
function confirmsEntered(before: StoredBooking, after: StoredBooking): boolean {
  return before.status === "pending" && before.waiting === null && ["upcoming", "confirmed"].includes(after.status);
}

/**
 * What platforms' calendars show as sold or closed on nights of the stay, not counting platforms' records of this
 * booking.
 */
function salesByPlatforms(trx: Trx, booking: StoredBooking, since: Date | null): Promise<PlatformSale[]> {
  return trx
    .selectFrom("channel_stay")
    .select(["id", "starts_on as checkIn", "ends_on as checkOut"])
    .where("property_id", "=", booking.propertyId)
    .where("holds_nights", "=", 1)
    .where("starts_on", "<", booking.checkOut)
    .where("ends_on", ">", booking.checkIn)
    .$if(since !== null, (query) =>
      query.where((eb) => eb(eb.fn.coalesce("nights_since", "first_seen_at"), ">", since?.toISOString() ?? "")),
    )
    .where((eb) => eb.or([eb("booking_id", "is", null), eb("booking_id", "!=", booking.id)]))
    .execute();
}

async function writeRow(
  trx: Trx,
  { before, after }: { before: StoredBooking; after: StoredBooking },
  at: Date,
  vouched: boolean,
): Promise<void> {
  const { waiting, changeRequest } = after;
  const { until, ...proposal } = changeRequest ?? { until: null };
  const since = nightsSince(before, after, at);
  await trx
    .updateTable("booking")
    .set({
      status: after.status,
      check_in: after.checkIn,
      check_out: after.checkOut,
      guest_count: after.guestCount,
      total_cents: after.totalCents,
      price_lines: JSON.stringify(after.priceLines),
      frozen_price: JSON.stringify(after.sold),
      one_night_cents: after.oneNightCents,
      policy: JSON.stringify(after.policy),
      // Once the host or a payment vouches for the guest, the booking no longer counts towards the allowance.
      ...(vouched ? { network_mark: null, email_mark: null, phone_mark: null } : {}),
      // What a cancelled booking was waiting for is stored once, when it is cancelled.
      ...(before.status === "cancelled" && after.status === "cancelled"
        ? {}
        : { ...waitColumns(waiting), ...endedColumns(before, after, at) }),
      plan: after.plan && JSON.stringify(after.plan),
      change_request: changeRequest ? JSON.stringify(proposal) : null,
      change_until: until?.toISOString() ?? null,
      ...(since ? { nights_since: since.toISOString() } : {}),
      offered_despite_at: after.offeredDespiteAt?.toISOString() ?? null,
      host_notes: after.hostNotes,
      language: after.language,
      host_confirmed_at: after.hostConfirmedAt?.toISOString() ?? null,
      cancellation_fee_cents: after.cancellationFeeCents,
      version: after.version,
    })
    .where("id", "=", after.id)
    .execute();
}

function factColumns({ key, provider, live, checkoutId, chargeRef, currency, feeCents, bookedLate }: PaymentFact) {
  const names = { fact_key: key, provider, checkout_id: checkoutId, charge_ref: chargeRef, currency };
  return { ...names, live: live ? 1 : 0, fee_minor: feeCents, booked_late: bookedLate ? 1 : 0 };
}

async function writePayments(trx: Trx, bookingId: string, { addPayment, removePayment }: Step): Promise<void> {
  if (addPayment) {
    await trx
      .insertInto("payment")
      .values({
        id: addPayment.id,
        booking_id: bookingId,
        kind: addPayment.kind,
        amount_cents: addPayment.amountCents,
        method: addPayment.method,
        paid_on: addPayment.paidOn,
        recorded_at: addPayment.recordedAt.toISOString(),
        recorded_by: addPayment.recordedBy,
        ...(addPayment.fact ? factColumns(addPayment.fact) : {}),
      })
      .execute();
  }
  if (removePayment) await trx.deleteFrom("payment").where("id", "=", removePayment.id).execute();
}
