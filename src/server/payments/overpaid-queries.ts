import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import type { Cents } from "#domain/money/money.ts";
import { onTheWay, refundOnEnd } from "#domain/payments/refund.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { openAlertsOf } from "./alert-queries.ts";
import { refundsOf } from "./refund-queries.ts";
import type { Reader } from "./ports.ts";

/** The kind of alert that asks the host to pay money back to a guest. */
export const PAY_BACK = "pay-back";

export async function openPayBacks(db: Reader, bookingId: string): Promise<{ id: string }[]> {
  return (await openAlertsOf(db, PAY_BACK)).filter((alert) => alert.bookingId === bookingId);
}

/** The amount paid beyond what is owed, less what is already being refunded. */
export async function overpaidOf(db: Reader, booking: StoredBooking): Promise<Cents> {
  const { owedCents, paidCents } = balanceOf(booking, await paymentsOf(db, booking.id));
  return refundOnEnd(paidCents, owedCents, onTheWay(await refundsOf(db, booking.id)));
}
