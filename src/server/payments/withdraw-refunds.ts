import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { refundsToWithdraw } from "#domain/payments/refund.ts";
import type { Trx } from "../database/transaction.ts";
import { closeAlert } from "./alert-queries.ts";
import { paymentsIn } from "./ledger-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { deleteRefund, refundsOf } from "./refund-queries.ts";

/**
 * Withdraws refunds that were recorded when the stay ended, and that the provider has not made, because the guest owes
 * the money again now that the stay is restored. This applies to refunds that have never been requested, and to
 * `notMade`, which the provider was asked for but has not made. Returns the ids of the refunds that were withdrawn.
 */
export async function withdrawRefunds(
  needs: Pick<PaymentNeeds, "clock" | "notifyHost">,
  trx: Trx,
  booking: StoredBooking,
  notMade?: string,
): Promise<string[]> {
  const { dueCents } = balanceOf(booking, await paymentsIn(trx, booking.id));
  const withdrawn = refundsToWithdraw(
    await refundsOf(trx, booking.id),
    dueCents,
    ({ id, state, askedAt }) => id === notMade || state === "wanted" || (state === "by-hand" && askedAt === null),
  );
  for (const refund of withdrawn) {
    await deleteRefund(trx, refund.id);
    // The host was asked to make the refund, and may have made it already.
    const alert = `refund-by-hand/${refund.id}`;
    if (
      refund.state !== "by-hand" ||
      !(await closeAlert(trx, alert, needs.clock(), "payment", "The stay was restored."))
    )
      continue;
    const words = hostTexts.refundWithdrawn(booking.reference, refund);
    await needs.notifyHost(trx, {
      key: `payment/withdrawn/${refund.id}`,
      link: `/admin/bookings/${booking.id}`,
      ...words,
    });
  }
  return withdrawn.map(({ id }) => id);
}
