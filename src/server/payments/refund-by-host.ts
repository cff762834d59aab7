import { moneyText } from "#domain/money/currency.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commitUnderCalendarLock } from "../database/transaction.ts";
import { createRefunds, refundableCents } from "./booking-listener.ts";
import type { PaymentNeeds } from "./ports.ts";
import { refundsOf } from "./refund-queries.ts";

type Order = { bookingId: string; amountCents: number; expectedRefundableCents: number; actor: string };
type Result =
  | { ok: true }
  | { ok: false; reason: "unknown" }
  | { ok: false; reason: "too-much" | "changed"; leftCents: number; currency: string };

/**
 * Records a refund, if the amount that can still be refunded covers it and is still the amount that the host was shown.
 * A job sends the refund.
 */
export function refundByHost(
  needs: PaymentNeeds,
  { bookingId, amountCents, expectedRefundableCents, actor }: Order,
): Promise<Result> {
  const { db } = needs.database;
  return commitUnderCalendarLock<Result>(db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    if (!booking) return { ok: false, reason: "unknown" };
    const { currency } = booking;
    const leftCents = refundableCents(booking, await paymentsOf(trx, bookingId), await refundsOf(trx, bookingId));
    if (amountCents > leftCents) return { ok: false, reason: "too-much", leftCents, currency };
    if (leftCents !== expectedRefundableCents) return { ok: false, reason: "changed", leftCents, currency };
    await createRefunds(needs, trx, { booking, amountCents, why: "host", by: actor });
    const after = { amount: moneyText(amountCents, currency) };
    await needs.record({ actor, act: "Refunded a payment", subject: `Booking ${booking.reference}`, after }, trx);
    return { ok: true };
  });
}
