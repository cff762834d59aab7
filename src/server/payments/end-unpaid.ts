import { balanceOf } from "#domain/booking/payment.ts";
import { arrivalDayEnd, waitsInTime } from "#domain/booking/arrival-day.ts";
import { GIVE_UP_MS } from "#domain/payments/times.ts";
import { forEach } from "../core/for-each.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commitUnderCalendarLock } from "../database/transaction.ts";
import { ACCOUNT_ALERT, isAccountRefused } from "./account-alert.ts";
import { hadAlertSince } from "./alert-queries.ts";
import { askForPayment } from "./ask-for-payment.ts";
import { closeAndSync } from "./close-checkout.ts";
import { emailGuest } from "./email-guest.ts";
import { checkoutsOf, openCheckoutOf, setCheckoutState } from "./checkout-queries.ts";
import { expiredHolds, extendHold } from "./waiting-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { raiseAlert } from "./raise-alert.ts";
import { PROVIDER_ACTOR } from "./record-facts.ts";
import { withLease } from "./with-lease.ts";

/**
 * Releases the nights of bookings that were not paid in time: closes the payment page, syncs the checkout and releases
 * the nights, in this order.
 */
export async function endUnpaid(needs: PaymentNeeds): Promise<void> {
  if (await needs.isPausedAfterRestore()) return;
  const { db } = needs.database;
  await forEach(await expiredHolds(db, needs.clock()), (bookingId) =>
    withLease(needs, `end-unpaid/${bookingId}`, (stillLeased) => endOne(needs, bookingId, stillLeased)),
  );
}

async function endOne(needs: PaymentNeeds, bookingId: string, stillLeased: () => boolean): Promise<void> {
  const { db } = needs.database;
  if ((await extendIfRefused(needs, bookingId)).ok) return;
  // If we ended a checkout while our clock was wrong, its page may still be open at the provider.
  const last = (await checkoutsOf(db, bookingId)).findLast(({ state }) => state !== "paid");
  const closed = last ? await closeAndSync(needs, last) : "closed";
  if (closed === "paid" || !stillLeased()) return;
  const now = needs.clock();
  const givenUp = closed === "unreachable";
  const booking = await needs.find(bookingId);
  if (!booking) return;
  if (givenUp && booking.waiting && now.getTime() - booking.waiting.until.getTime() < GIVE_UP_MS) return;
  await release(needs, bookingId, givenUp ? (last?.id ?? null) : null);
}

const HOUR_MS = 3_600_000;

/**
 * If the provider rejected our API key while the guest could have paid, the guest gets the full time again, or as much
 * of it as `waitsInTime` allows (P-14).
 */
async function extendIfRefused(needs: PaymentNeeds, bookingId: string): Promise<{ ok: boolean }> {
  const { db } = needs.database;
  const at = needs.clock();
  const payMs = (await needs.terms()).payHours * HOUR_MS;
  return commitUnderCalendarLock<{ ok: boolean }>(db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    if (booking?.waiting?.for !== "payment" || booking.waiting.until > at) return { ok: false };
    if (at >= arrivalDayEnd(booking)) return { ok: false };
    // A rejection that ended before the booking was made did not keep the guest from paying.
    const since = new Date(Math.max(booking.createdAt.getTime() + 1, at.getTime() - payMs));
    if (!(await hadAlertSince(trx, ACCOUNT_ALERT, since))) return { ok: false };
    const waiting = waitsInTime({ ...booking.waiting, until: new Date(at.getTime() + payMs) }, booking, at);
    const { until } = waiting;
    await extendHold(trx, bookingId, until);
    const extended = { ...booking, waiting };
    if (!(await isAccountRefused(trx)))
      await askForPayment(needs, trx, {
        booking: extended,
        until,
        key: `please-pay:${bookingId}:${until.toISOString()}`,
      });
    return { ok: true };
  });
}

/**
 * Cancels the booking if it is still waiting for a payment, its deadline has passed, and no payment page is open. The
 * page of `unseen`, a checkout that could not be synced, does not count.
 */
async function release(needs: PaymentNeeds, bookingId: string, unseen: string | null): Promise<void> {
  const { db } = needs.database;
  const at = needs.clock();
  await commitUnderCalendarLock(db, async (trx) => {
    if (unseen) await setCheckoutState(trx, unseen, "unknown");
    const open = await openCheckoutOf(trx, bookingId);
    // The guest has opened another page in the meantime.
    if (open && open.id !== unseen) return { ok: false };
    const event = "Ended: not paid in time";
    const result = await needs.actOn(trx, {
      id: bookingId,
      actor: PROVIDER_ACTOR,
      notByHost: true,
      at,
      decide: ({ waiting }) => {
        if (waiting?.for !== "payment" || waiting.until > at) {
          return { ok: false, reason: "refused", status: 409, message: "The booking is not waiting for a payment." };
        }
        const next = { status: "cancelled", cancellationFeeCents: 0, endedUnpaid: waiting.requestedStatus } as const;
        return { ok: true, act: "booking.status", event, next };
      },
    });
    if (!result.ok) return result;
    const { booking } = result;
    // Part of the price may have been paid. `createBookingListener` records its refund or asks the host to pay it back.
    const { paidCents } = balanceOf(booking, await paymentsOf(trx, bookingId));
    const { currency } = booking;
    await emailGuest(needs, trx, booking, {
      key: `unpaid:${booking.id}:${booking.version}`,
      usefulUntil: null,
      ...(paidCents > 0 ? { amount: { amountCents: paidCents, currency } } : {}),
      path: `/book?in=${booking.checkIn}&out=${booking.checkOut}&guests=${booking.guestCount}`,
      write: ({ endedUnpaid }, { facts }) => endedUnpaid(facts),
    });
    if (unseen) {
      const words = hostTexts.releasedUnseen(booking.reference);
      await raiseAlert(needs, trx, { id: `unseen/${unseen}`, kind: "unseen", booking, ...words });
    }
    return { ok: true };
  });
}
