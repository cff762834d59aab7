import type { StoredBooking } from "#domain/booking/booking.ts";
import { whileWaiting } from "../core/guest-mail.ts";
import type { Trx } from "../database/transaction.ts";
import { amountDue } from "./amount-to-pay.ts";
import { emailGuest } from "./email-guest.ts";
import type { PaymentNeeds } from "./ports.ts";

/**
 * Emails the guest of a booking that is waiting for payment. Does nothing and returns false if nothing can be paid now.
 */
export async function askForPayment(
  needs: PaymentNeeds,
  trx: Trx,
  { booking, until, key }: { booking: StoredBooking; until: Date; key: string },
): Promise<boolean> {
  const amount = await amountDue(needs, trx, booking);
  if (!amount) return false;
  const { paidCents, currency } = amount;
  await emailGuest(needs, trx, booking, {
    key,
    ...whileWaiting(booking),
    amount,
    write: ({ pleasePay }, { facts, deadline, money }) =>
      pleasePay(facts, deadline(until), paidCents > 0 ? money(paidCents, currency) : ""),
  });
  return true;
}
