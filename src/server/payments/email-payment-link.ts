import { balanceOf } from "#domain/booking/payment.ts";
import { moneyText } from "#domain/money/currency.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commitUnderCalendarLock } from "../database/transaction.ts";
import { randomId } from "../runtime/ids.ts";
import { amountDue } from "./amount-to-pay.ts";
import { emailGuest } from "./email-guest.ts";
import { insertRequest, withdrawRequests } from "./request-queries.ts";
import type { PaymentNeeds } from "./ports.ts";

type Order = { bookingId: string; amountCents: number; about: string; actor: string };
type Result =
  | { ok: true }
  | { ok: false; reason: "unknown" | "no-email" | "not-booked" }
  | { ok: false; reason: "not-charged"; why: string }
  | { ok: false; reason: "too-large"; largestCents: number; currency: string };

/**
 * Emails the guest a link to pay an amount of the host's choice. The new payment request replaces earlier unpaid
 * requests.
 */
export function emailPaymentLink(
  needs: PaymentNeeds,
  { bookingId, amountCents, about, actor }: Order,
): Promise<Result> {
  const { db } = needs.database;
  return commitUnderCalendarLock<Result>(db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    if (!booking) return { ok: false, reason: "unknown" };
    if (booking.guest.email === "") return { ok: false, reason: "no-email" };
    // Until the stay is booked, the payment page asks only for payments that the plan requires.
    if (booking.waiting) return { ok: false, reason: "not-booked" };
    const now = needs.clock();
    const at = now.toISOString();
    const { currency } = booking;
    const why = needs.provider?.whyNotCharged(amountCents, currency) ?? null;
    if (why !== null) return { ok: false, reason: "not-charged", why };
    const largestCents = needs.provider?.largestCents(currency) ?? null;
    if (largestCents !== null && amountCents > largestCents)
      return { ok: false, reason: "too-large", largestCents, currency };
    await withdrawRequests(needs, trx, bookingId, now);
    const id = randomId();
    await insertRequest(trx, {
      id,
      booking_id: bookingId,
      amount_minor: amountCents,
      currency,
      about,
      created_at: at,
      created_by: actor,
      paid_at: null,
      withdrawn_at: null,
    });
    const { dueCents } = balanceOf(booking, await paymentsOf(trx, bookingId));
    const isFee = booking.status === "cancelled" && amountCents <= dueCents;
    await emailGuest(needs, trx, booking, {
      key: `payment-link:${id}`,
      usefulUntil: null,
      asksFor: "payment-link",
      // The email states the same amount as the page that it leads to.
      amount: (await amountDue(needs, trx, booking)) ?? { amountCents, currency },
      write: ({ link }, { facts }) => link(facts, about, isFee),
    });
    const values = { after: { amount: moneyText(amountCents, currency), about }, aboutGuestOf: bookingId };
    const subject = `Booking ${booking.reference}`;
    await needs.record({ actor, act: "Sent a payment link", subject, ...values }, trx);
    return { ok: true };
  });
}
