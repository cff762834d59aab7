import { moneyText } from "#domain/money/currency.ts";
import { commitUnderCalendarLock } from "../database/transaction.ts";
import { openCheckoutOf } from "./checkout-queries.ts";
import { closeCheckout } from "./close-checkout.ts";
import type { PaymentNeeds } from "./ports.ts";
import { openRequestOf, withdrawRequests } from "./request-queries.ts";

type Order = { bookingId: string; requestId: string; actor: string };
type Result = { ok: true } | { ok: false; reason: "unknown" | "gone" | "paid" | "unreachable" };

/**
 * Withdraws a payment link. If the guest has opened the provider's page for this link, the page is closed first, so
 * that the host learns of a payment that has just been made. A provider that cannot close pages may still report a
 * payment later.
 */
export async function withdrawPaymentLink(
  needs: PaymentNeeds,
  { bookingId, requestId, actor }: Order,
): Promise<Result> {
  const { db } = needs.database;
  const open = await openCheckoutOf(db, bookingId);
  if (open?.requestId === requestId) {
    const closed = await closeCheckout(needs, open);
    if (closed !== "closed") return { ok: false, reason: closed };
  }
  return commitUnderCalendarLock<Result>(db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    if (!booking) return { ok: false, reason: "unknown" };
    const request = await openRequestOf(trx, bookingId);
    if (request?.id !== requestId) return { ok: false, reason: "gone" };
    // The guest has opened the page again in the meantime.
    if ((await openCheckoutOf(trx, bookingId))?.requestId === requestId) return { ok: false, reason: "unreachable" };
    await withdrawRequests(needs, trx, bookingId, needs.clock());
    const { amount_minor, currency, about } = request;
    const values = { before: { amount: moneyText(amount_minor, currency), about }, aboutGuestOf: bookingId };
    await needs.record(
      { actor, act: "Withdrew a payment link", subject: `Booking ${booking.reference}`, ...values },
      trx,
    );
    return { ok: true };
  });
}
