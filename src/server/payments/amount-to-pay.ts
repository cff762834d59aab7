import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";
import { guestDues } from "#domain/payments/guest-dues.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import type { Trx } from "../database/transaction.ts";
import { openRequestOf } from "./request-queries.ts";
import type { CheckoutPurpose, PaymentNeeds, PaymentProvider, Reader } from "./ports.ts";

/** The amount that a guest can pay now. */
export type AmountToPay = { purpose: CheckoutPurpose; amountCents: Cents; currency: string; requestId: string | null };

/**
 * The payments and balance for a booking, its open payment link, and the amounts that its guest is asked for now and
 * later.
 */
export async function duesOf(db: Reader, booking: StoredBooking, today: string) {
  const payments = await paymentsOf(db, booking.id);
  const balance = balanceOf(booking, payments);
  // Until the stay is booked, the payment page asks only for payments that the plan requires.
  const request = booking.waiting ? undefined : await openRequestOf(db, booking.id);
  const dues = guestDues(booking, balance, toLocalDate(today), request?.amount_minor ?? 0);
  return { payments, balance, request, ...dues };
}

/**
 * The amount that can be paid now, at most the provider's largest payment. Null if the guest is asked for nothing, now
 * or later, or if the time to pay has passed.
 */
export function amountToPay(
  { waiting, plan, currency }: StoredBooking,
  { request, nowCents, laterCents }: Awaited<ReturnType<typeof duesOf>>,
  { now, provider }: { now: Date; provider: PaymentProvider | null },
): AmountToPay | null {
  if (waiting && waiting.until <= now) return null;
  const limited = (cents: Cents, unit: string) => Math.min(cents, provider?.largestCents(unit) ?? cents);
  if (request && nowCents === request.amount_minor) {
    const amountCents = limited(nowCents, request.currency);
    return { purpose: "extra", amountCents, currency: request.currency, requestId: request.id };
  }
  // A guest may pay the balance before it is due.
  const amountCents = nowCents > 0 ? nowCents : laterCents;
  if (!plan || amountCents <= 0) return null;
  const purpose = waiting ? (laterCents > 0 ? "first" : "all") : nowCents > 0 && laterCents > 0 ? "first" : "rest";
  return { purpose, amountCents: limited(amountCents, currency), currency, requestId: null };
}

/** The amount that the payment page asks for now. */
export async function amountDue(
  { clock, provider }: Pick<PaymentNeeds, "clock" | "provider">,
  trx: Trx,
  booking: StoredBooking,
): Promise<(AmountToPay & { paidCents: Cents }) | null> {
  const now = clock();
  const dues = await duesOf(trx, booking, dayAt(now, booking.policy.timeZone));
  const payable = amountToPay(booking, dues, { now, provider });
  return payable && { ...payable, paidCents: dues.balance.paidCents };
}
