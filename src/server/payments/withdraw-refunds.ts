import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { holdsNights } from "#domain/booking/status.ts";
import { isForEndedStay, refundsToWithdraw } from "#domain/payments/refund.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import type { Trx } from "../database/transaction.ts";
import { closeAlert } from "./alert-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { PaymentNeeds, Refund } from "./ports.ts";
import { changeRefund, deleteRefund, refundsOf } from "./refund-queries.ts";

type Needs = Pick<PaymentNeeds, "clock" | "notifyHost">;

/**
 * When a stay is restored, the guest owes the money again. This withdraws refunds that were recorded because the stay
 * had ended, if the guest would otherwise owe money: those that have never been requested, and `notMade`, which the
 * provider was asked for but has not made. Returns the ids of the refunds that were withdrawn.
 */
export async function withdrawRefunds(
  needs: Needs,
  trx: Trx,
  booking: StoredBooking,
  notMade?: string,
): Promise<string[]> {
  const { dueCents } = balanceOf(booking, await paymentsOf(trx, booking.id));
  const candidates = refundsToWithdraw(
    await refundsOf(trx, booking.id),
    dueCents,
    ({ id, state, askedAt }) => id === notMade || state === "wanted" || (state === "by-hand" && askedAt === null),
  );
  const withdrawn: string[] = [];
  for (const refund of candidates) {
    if (!(await deleteRefund(trx, refund))) continue;
    withdrawn.push(refund.id);
    // The host was asked to make the refund, and may have made it already.
    if (refund.state === "by-hand") await endAlert(needs, trx, booking, refund);
  }
  await endFailedRefunds(needs, trx, booking);
  return withdrawn;
}

/**
 * Ends the alerts about failed refunds that were due when the stay ended, if the stay is booked again and its guest is
 * owed nothing. Returns the ids of these refunds.
 */
export async function endFailedRefunds(needs: Needs, trx: Trx, booking: StoredBooking): Promise<string[]> {
  const { dueCents } = balanceOf(booking, await paymentsOf(trx, booking.id));
  if (!holdsNights(booking.status) || dueCents < 0) return [];
  const failed = (await refundsOf(trx, booking.id)).filter(
    (refund) => isForEndedStay(refund) && refund.state === "failed" && refund.closedAt === null,
  );
  for (const refund of failed) {
    await changeRefund(trx, refund.id, ["failed"], { closed_at: needs.clock().toISOString() });
    await endAlert(needs, trx, booking, refund);
  }
  return failed.map(({ id }) => id);
}

async function endAlert(needs: Needs, trx: Trx, booking: StoredBooking, refund: Refund): Promise<void> {
  await closeAlert(trx, `refund-${refund.state}/${refund.id}`, needs.clock(), "payment", "The stay was restored.");
  const words = hostTexts.refundNotOwed(booking.reference, refund);
  await needs.notifyHost(trx, {
    key: `payment/not-owed/${refund.id}`,
    link: `/admin/bookings/${booking.id}`,
    ...words,
  });
}
