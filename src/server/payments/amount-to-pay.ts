import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { Cents } from "#domain/money/money.ts";
import { amountsDue } from "#domain/payments/plan.ts";
import type { Trx } from "../database/transaction.ts";
import { paymentsIn } from "./ledger-queries.ts";
import { openRequestOf } from "./request-queries.ts";
import type { CheckoutPurpose, PaymentNeeds, PaymentProvider, Reader } from "./ports.ts";

/** The amount that a guest can pay now. */
export type AmountToPay = { purpose: CheckoutPurpose; amountCents: Cents; currency: string; requestId: string | null };

/** Limits the amount to the provider's largest payment. */
export function withinLimit(payable: AmountToPay | null, provider: PaymentProvider | null): AmountToPay | null {
  const largest = (payable && provider?.largestCents(payable.currency)) ?? null;
  return payable && largest !== null ? { ...payable, amountCents: Math.min(payable.amountCents, largest) } : payable;
}

/**
 * The amount that can be paid now: the amount that the host has requested, or the amount that is due according to the
 * plan. Null if nothing is due.
 */
export async function amountToPay(
  db: Reader,
  booking: StoredBooking,
  today: string,
  now: Date,
): Promise<AmountToPay | null> {
  if (booking.waiting && (booking.waiting.for !== "payment" || booking.waiting.until <= now)) return null;
  const request = await openRequestOf(db, booking.id);
  const { plan } = booking;
  if (request && booking.waiting === null) {
    const { amount_minor: amountCents, currency, id: requestId } = request;
    return { purpose: "extra", amountCents, currency, requestId };
  }
  if (!plan || booking.status === "cancelled") return null;
  const payments = await paymentsIn(db, booking.id);
  const { nowCents, laterCents } = amountsDue(plan, balanceOf(booking, payments), toLocalDate(today));
  // A guest may pay the balance before it is due.
  const amountCents = nowCents > 0 ? nowCents : laterCents;
  if (amountCents <= 0) return null;
  const purpose = booking.waiting
    ? laterCents > 0
      ? "first"
      : "all"
    : nowCents > 0 && laterCents > 0
      ? "first"
      : "rest";
  return { purpose, amountCents, currency: plan.currency, requestId: null };
}

/** The amount that the payment page asks for, for emails that lead to it. */
export async function amountDue(
  { clock, provider }: Pick<PaymentNeeds, "clock" | "provider">,
  trx: Trx,
  booking: StoredBooking,
): Promise<AmountToPay | null> {
  const now = clock();
  return withinLimit(await amountToPay(trx, booking, dayAt(now, booking.policy.timeZone), now), provider);
}
