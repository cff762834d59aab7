import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf, type Payment } from "#domain/booking/payment.ts";
import { holdsNights } from "#domain/booking/status.ts";
import { paymentEvent, spokenDay } from "#domain/booking/timeline.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { guestActTopic } from "#domain/messaging/guest-act-topic.ts";
import { type ChargeOutcome, type Fact, outcomeOf } from "#domain/payments/facts.ts";
import { isForEndedStay } from "#domain/payments/refund.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import type { HostNotification } from "../core/host.ts";
import type { CalendarCheck } from "../database/calendar.ts";
import { isGuestErased } from "../core/erased-guest-queries.ts";
import { mayLackBookings } from "../core/restore-hold.ts";
import { lockCalendar } from "../database/dialect.ts";
import { commit, commitIfOk, commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { askForRefundedDeposit, raiseIfOverpaid } from "./booking-listener.ts";
import { emailGuest } from "./email-guest.ts";
import { checkoutById, setCheckoutState } from "./checkout-queries.ts";
import { fillFee, hasFact, rowOfFact } from "./ledger-queries.ts";
import {
  changeRefund,
  insertRefund,
  nameRefundByHand,
  refundById,
  refundOfFact,
  refundsOf,
  unnamedRefund,
} from "./refund-queries.ts";
import { markRequestPaid, openRequestOf } from "./request-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { Checkout, PaymentNeeds, PaymentStep, Refund } from "./ports.ts";
import { raiseAlert } from "./raise-alert.ts";
import { endFailedRefunds } from "./withdraw-refunds.ts";

/** The actor in a booking's history for what the provider reports, and for holds that expire unpaid. */
export const PROVIDER_ACTOR = "payment";

/** Charges are recorded first, because refunds and disputes refer to them. */
const ORDER = { charge: 0, refund: 1, "refund-failed": 2, dispute: 3, "dispute-won": 4 } satisfies Record<
  Fact["kind"],
  number
>;

/**
 * Records each fact at most once, in whatever order and however often facts arrive: their keys are unique in the
 * ledger. A fact without an amount moved no money and is not recorded.
 */
export async function recordFacts(needs: PaymentNeeds, checkoutId: string, facts: readonly Fact[]): Promise<void> {
  const moved = facts.filter(({ amountCents }) => amountCents > 0);
  const inOrder = moved.toSorted((a, b) => ORDER[a.kind] - ORDER[b.kind] || a.at.getTime() - b.at.getTime());
  for (const fact of inOrder) {
    const known = await rowOfFact(needs.database.db, fact.key);
    if (known && fact.kind === "charge" && known.checkoutId !== checkoutId)
      await raiseSharedChargeAlert(needs, checkoutId, fact);
    else if (known) await updateKnownFact(needs, fact);
    else if (fact.kind === "charge") await recordCharge(needs, checkoutId, fact);
    else await recordOtherFact(needs, checkoutId, fact);
  }
}

/**
 * The provider reports a charge that is already recorded for another checkout. Only the host can find out which
 * checkout was paid.
 */
async function raiseSharedChargeAlert(needs: PaymentNeeds, checkoutId: string, fact: Fact): Promise<void> {
  const label = needs.provider?.label ?? "The payment provider";
  await commit(needs.database.db, async (trx) => {
    const checkout = await checkoutById(trx, checkoutId);
    const booking = checkout && (await needs.find(checkout.bookingId, trx));
    if (!booking) return;
    const amount = { amountCents: fact.amountCents, currency: fact.currency };
    const words = hostTexts.sharedCharge(booking.reference, amount, label, fact.chargeRef);
    await raiseAlert(needs, trx, { id: `shared/${checkoutId}/${fact.key}`, kind: "shared-charge", booking, ...words });
  });
}

/** A recorded fact can change only in two ways: its fee is filled in, or its refund is completed. */
async function updateKnownFact(needs: PaymentNeeds, fact: Fact): Promise<void> {
  const { db } = needs.database;
  if (fact.kind === "charge" && typeof fact.feeCents === "number") await fillFee(db, fact.key, fact.feeCents);
  const { refund } = fact;
  if (fact.kind !== "refund" || !refund || refund.state !== "done") return;
  await commit(db, async (trx) => {
    const known = await refundOfFact(trx, refund);
    if (known) await settleRefund(needs, trx, known.id, fact);
  });
}

type ChargeResult = { ok: true } | { ok: false; reason: string };

async function recordCharge(needs: PaymentNeeds, checkoutId: string, fact: Fact): Promise<void> {
  let check: CalendarCheck | null = null;
  let mayRetake = true;
  // We try again after a calendar check. If the nights turn out to be taken, we try again without retaking them.
  for (let tries = 0; tries < 4; tries++) {
    const permission: CalendarCheck | null = check;
    const retake = mayRetake;
    const taken: ChargeResult = await commitIfOk(needs.database.db, (trx) =>
      applyCharge(needs, trx, { checkoutId, fact, check: permission, mayRetake: retake }),
    );
    if (taken.ok) return;
    if (taken.reason === "calendars-unchecked" && check === null) {
      const checked = await needs.checkCalendars("guest");
      // The nights may have been sold on an unreachable channel, or in a booking that was lost in a restore. In that
      // case, the charge is refunded.
      const isCertain = checked.ok && !checked.check.asksHost && !(await mayLackBookings(needs.database.db));
      if (isCertain) check = checked.check;
      else mayRetake = false;
    } else if (mayRetake) mayRetake = false;
    else throw new Error(`A charge could not be recorded: ${taken.reason}`);
  }
}

type ChargeOrder = { checkoutId: string; fact: Fact; check: CalendarCheck | null; mayRetake: boolean };

async function applyCharge(
  needs: PaymentNeeds,
  trx: Trx,
  { checkoutId, fact, check, mayRetake }: ChargeOrder,
): Promise<ChargeResult> {
  await lockCalendar(needs.database.engine, trx, 1);
  const checkout = await checkoutById(trx, checkoutId);
  if (!checkout) throw new Error("A charge belongs to an unknown checkout");
  // Another worker has already recorded the fact.
  if (await hasFact(trx, fact.key)) return { ok: true };
  const before = await paymentsOf(trx, checkout.bookingId);
  const guestErased = await isGuestErased(trx, checkout.bookingId);
  const underWay = (await refundsOf(trx, checkout.bookingId))
    .filter(({ state }) => state === "wanted" || state === "asked")
    .reduce((sum, refund) => sum + refund.amountCents, 0);
  const request = checkout.requestId === null ? undefined : await openRequestOf(trx, checkout.bookingId);
  if (checkout.requestId) await markRequestPaid(trx, checkout.requestId, needs.clock());
  if (request && request.id === checkout.requestId) await needs.withdrawMail(trx, checkout.bookingId, "payment-link");
  const decided: { outcome: ChargeOutcome } = { outcome: { step: "pay" } };
  const result = await needs.actOn(
    trx,
    {
      id: checkout.bookingId,
      actor: PROVIDER_ACTOR,
      notByHost: true,
      at: needs.clock(),
      decide: (booking) => {
        const outcome = outcomeOf(
          {
            status: booking.status,
            waitsForPayment: booking.waiting?.for === "payment",
            endedUnpaid: booking.endedUnpaid !== null,
            begun: booking.checkIn < dayAt(needs.clock(), booking.policy.timeZone),
            guestErased,
            dueCents: balanceOf(booking, before).dueCents + underWay,
          },
          {
            amountCents: fact.amountCents,
            asRequested: fact.amountCents === checkout.amountCents && fact.currency === checkout.currency,
            first: !before.some((one) => one.kind === "payment" && one.fact?.checkoutId === checkout.id),
            extra: checkout.purpose === "extra",
            requestStands: request !== undefined && request.id === checkout.requestId,
            requestOpen: request !== undefined,
          },
        );
        decided.outcome = outcome.step === "retake" && !mayRetake ? { step: "late" } : outcome;
        const bookedLate = decided.outcome.step === "retake";
        return stepOf(booking, decided.outcome, paymentOf(needs, { checkout, booking, fact, bookedLate }));
      },
    },
    check,
  );
  if (!result.ok) return result;
  await setCheckoutState(trx, checkout.id, "paid");
  await followUp(needs, trx, { checkout, booking: result.booking, fact, outcome: decided.outcome });
  return { ok: true };
}

function stepOf(booking: StoredBooking, { step }: ChargeOutcome, addPayment: Payment): PaymentStep {
  const event = paymentEvent(addPayment, booking.currency);
  const plain = { ok: true, act: "booking.payment.add", event, next: {}, addPayment } as const;
  if (step === "confirm") {
    const status = booking.waiting?.requestedStatus ?? "confirmed";
    return { ...plain, event: `${event}; the stay is booked`, next: { status }, vouchesForGuest: true };
  }
  if (step === "retake") {
    const status = booking.endedUnpaid ?? "confirmed";
    const lateEvent = `${event} after the payment deadline; the nights were still free, and the stay is booked`;
    const next = { status, cancellationFeeCents: null, endedUnpaid: null };
    return { ...plain, event: lateEvent, next, vouchesForGuest: true };
  }
  if (step === "late") return { ...plain, event: `${event} after the booking had ended; refunded in full` };
  if (step === "twice") return { ...plain, event: `${event}, more than was due; the excess is refunded` };
  if (step === "mismatch") return { ...plain, event: `${event}, which is not the requested amount` };
  return plain;
}

type Paid = { checkout: Checkout; booking: StoredBooking; fact: Fact; bookedLate: boolean };

function paymentOf({ clock }: PaymentNeeds, { checkout, booking, fact, bookedLate }: Paid): Payment {
  const out = fact.kind === "refund" || fact.kind === "dispute";
  const method =
    fact.kind === "refund-failed" ? "refund-failed" : fact.kind.startsWith("dispute") ? "dispute" : "online";
  const { key, chargeRef, currency, amountCents } = fact;
  const { provider, live, id: checkoutId } = checkout;
  return {
    id: randomId(),
    kind: out ? "refund" : "payment",
    amountCents,
    method,
    paidOn: dayAt(fact.at, booking.policy.timeZone),
    recordedAt: clock(),
    recordedBy: PROVIDER_ACTOR,
    fact: { key, provider, live, checkoutId, chargeRef, currency, feeCents: fact.feeCents ?? null, bookedLate },
  };
}

type After = { checkout: Checkout; booking: StoredBooking; fact: Fact; outcome: ChargeOutcome };

/** Records the refunds, emails and alerts that follow from a charge, in the transaction of the charge. */
async function followUp(needs: PaymentNeeds, trx: Trx, { checkout, booking, fact, outcome }: After): Promise<void> {
  const amount = { amountCents: fact.amountCents, currency: fact.currency };
  const notify = (text: { subject: string; lines: string[] }, more: Partial<HostNotification> = {}) =>
    needs.notifyHost(trx, {
      key: `payment/${fact.key}`,
      link: `/admin/bookings/${booking.id}`,
      topic: `${guestActTopic(booking.id)}/${fact.key}`,
      ...text,
      ...more,
    });
  const mail = (write: Parameters<typeof emailGuest>[3]["write"], about = amount) =>
    emailGuest(needs, trx, booking, { key: `payment:${fact.key}`, usefulUntil: null, amount: about, write });
  const refund = (amountCents: number, why: "late" | "twice") =>
    insertRefund(trx, {
      id: randomId(),
      bookingId: booking.id,
      checkoutId: checkout.id,
      chargeRef: fact.chargeRef,
      amountCents,
      currency: fact.currency,
      why,
      requestedBy: PROVIDER_ACTOR,
      at: needs.clock(),
    });
  switch (outcome.step) {
    case "confirm":
      // A form that cannot be closed may ask for an earlier, higher price.
      await raiseIfOverpaid(needs, trx, booking, "email");
      // The guest gets the welcome email instead of an email about the payment.
      return notify(hostTexts.paidBooking(booking, amount), { event: "booking", topic: guestActTopic(booking.id) });
    case "pay":
      await mail(({ received }, { facts }) => received(facts));
      return notify(hostTexts.paid(booking.reference, amount));
    case "retake":
      await raiseIfOverpaid(needs, trx, booking, "email");
      await mail(({ lateTaken }, { facts }) => lateTaken(facts));
      return notify(hostTexts.lateTaken(booking, amount), { urgent: true, topic: guestActTopic(booking.id) });
    case "late":
      await refund(fact.amountCents, "late");
      await mail(({ lateGone }, { facts }) => lateGone(facts));
      return notify(hostTexts.lateGone(booking, amount));
    case "twice": {
      const excess = { amountCents: outcome.refundCents, currency: fact.currency };
      await refund(outcome.refundCents, "twice");
      await mail(({ twice }, { facts }) => twice(facts), excess);
      return notify(hostTexts.twice(booking.reference, excess));
    }
    case "mismatch": {
      const requested = { amountCents: checkout.amountCents, currency: checkout.currency };
      const id = `mismatch/${fact.key}`;
      return raiseAlert(needs, trx, {
        id,
        kind: "mismatch",
        booking,
        ...hostTexts.mismatch(booking.reference, amount, requested),
      });
    }
  }
}

/** Records a refund, a failed refund or a dispute in the ledger and updates our refund row. */
async function recordOtherFact(needs: PaymentNeeds, checkoutId: string, fact: Fact): Promise<void> {
  await commitUnderCalendarLock(needs.database.db, async (trx) => {
    const checkout = await checkoutById(trx, checkoutId);
    if (!checkout) throw new Error("A refund belongs to an unknown checkout");
    if (await hasFact(trx, fact.key)) return { ok: true };
    // The host has already recorded this refund.
    if (fact.kind === "refund" && fact.refund && (await nameRefundByHand(trx, fact, fact.refund))) return { ok: true };
    const known = await knownRefund(needs, trx, fact);
    const isForEnd = fact.kind === "refund" && known !== null && isForEndedStay(known);
    const result = await needs.actOn(trx, {
      id: checkout.bookingId,
      actor: PROVIDER_ACTOR,
      notByHost: true,
      at: needs.clock(),
      decide: (booking) => {
        const addPayment = paymentOf(needs, { checkout, booking, fact, bookedLate: false });
        return {
          ok: true,
          act: "booking.payment.add",
          event: paymentEvent(addPayment, booking.currency),
          next: {},
          addPayment,
          dueAgain: isForEnd && holdsNights(booking.status),
        };
      },
    });
    if (!result.ok) throw new Error(`A fact could not be recorded: ${result.reason}`);
    const { booking } = result;
    const amount = { amountCents: fact.amountCents, currency: fact.currency };
    if (fact.refund) await recordRefund(needs, trx, { checkout, booking, fact, known });
    if (isForEnd && holdsNights(booking.status)) {
      await notifyOfDueAgain(needs, trx, booking, fact);
      await askForRefundedDeposit(needs, trx, booking);
    }
    if (fact.kind === "dispute") {
      const { reason, answerBy } = fact.dispute ?? { reason: "", answerBy: null };
      const last = answerBy && spokenDay(dayAt(answerBy, booking.policy.timeZone));
      const words = hostTexts.dispute(booking.reference, amount, reason, last);
      await raiseAlert(needs, trx, { id: fact.key, kind: "dispute", booking, ...words });
    }
    // The stay may have been cancelled, or its price lowered, while the money was disputed.
    if (fact.kind === "dispute-won") await raiseIfOverpaid(needs, trx, booking, "email");
    return { ok: true };
  });
}

/** Notifies the host that money is due again: the stay was restored, but its refund had already been requested. */
async function notifyOfDueAgain(needs: PaymentNeeds, trx: Trx, booking: StoredBooking, fact: Fact): Promise<void> {
  const { reference, currency } = booking;
  const { dueCents } = balanceOf(booking, await paymentsOf(trx, booking.id));
  if (dueCents <= 0) return;
  const words = hostTexts.dueAgain(reference, { amountCents: Math.min(dueCents, fact.amountCents), currency });
  await needs.notifyHost(trx, {
    key: `payment/due-again/${fact.key}`,
    link: `/admin/bookings/${booking.id}`,
    ...words,
  });
}

async function knownRefund({ provider }: PaymentNeeds, trx: Trx, fact: Fact): Promise<Refund | null> {
  if (!fact.refund) return null;
  const known = await refundOfFact(trx, fact.refund);
  return known ?? (provider?.can.keyedRefund === false ? unnamedRefund(trx, fact) : null);
}

type RefundFact = { checkout: Checkout; booking: StoredBooking; fact: Fact; known: Refund | null };

async function recordRefund(
  needs: PaymentNeeds,
  trx: Trx,
  { checkout, booking, fact, known }: RefundFact,
): Promise<void> {
  const { refund } = fact;
  if (!refund) return;
  const id = known?.id ?? randomId();
  if (!known) {
    // The host made this refund in the provider's own dashboard, or we made it after the backup that was restored.
    const { chargeRef, amountCents, currency } = fact;
    const row = { id, bookingId: booking.id, checkoutId: checkout.id, chargeRef, amountCents, currency };
    await insertRefund(trx, {
      ...row,
      why: "host",
      state: "pending",
      ref: refund.ref,
      requestedBy: checkout.provider,
      at: needs.clock(),
    });
  }
  await changeRefund(trx, id, ["wanted", "asked", "by-hand"], {
    state: "pending",
    provider_ref: refund.ref,
    failure: null,
  });
  if (fact.kind === "refund-failed") {
    const reason = "The bank rejected it.";
    await changeRefund(trx, id, ["wanted", "asked", "pending", "done"], { state: "failed", failure: reason });
    if ((await endFailedRefunds(needs, trx, booking)).includes(id)) return;
    const amount = { amountCents: fact.amountCents, currency: fact.currency };
    const words = hostTexts.refundFailed(booking.reference, amount, reason);
    await raiseAlert(needs, trx, { id: `refund-failed/${id}`, kind: "refund-failed", booking, ...words });
  } else if (refund.state === "done") await settleRefund(needs, trx, id, fact);
}

/** Marks a refund as complete and emails the guest, once. */
async function settleRefund(needs: PaymentNeeds, trx: Trx, id: string, fact: Fact): Promise<void> {
  if (!(await changeRefund(trx, id, ["wanted", "asked", "pending", "by-hand"], { state: "done", failure: null })))
    return;
  const refund = await refundById(trx, id);
  if (!refund) return;
  const booking = await needs.find(refund.bookingId, trx);
  if (!booking) return;
  await emailGuest(needs, trx, booking, {
    key: `refund:${id}`,
    usefulUntil: null,
    amount: { amountCents: fact.amountCents, currency: fact.currency },
    write: ({ refunded }, { facts }) => refunded(facts),
  });
}
