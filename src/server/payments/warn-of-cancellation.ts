import type { StoredBooking } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { cancellableBalance, cancellationDeadline } from "#domain/payments/overdue.ts";
import { deadlineIn } from "#texts/deadline.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import type { Trx } from "../database/transaction.ts";
import { isAccountRefused } from "./account-alert.ts";
import { emailGuest } from "./email-guest.ts";
import { hasUndecidedAlert, isAlertClosed, LAST_WARNING, openAlertsOf } from "./alert-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { raiseAlert } from "./raise-alert.ts";

/** If the amount or the due date changes, a new warning is sent, with a new period of 48 hours. */
export const warningKey = (bookingId: string, { dueOn, amountCents }: { dueOn: LocalDate; amountCents: number }) =>
  `${LAST_WARNING}:${bookingId}:${dueOn}:${amountCents}`;

/**
 * Warns the guest and the host that a stay with an overdue balance will be cancelled. Returns true if the warning is in
 * effect, whether it was sent now or earlier. No warning is sent if the guest has no email address, if the booking has
 * another open alert, or while the provider rejects our API key.
 */
export async function warnOfCancellation(
  needs: PaymentNeeds,
  trx: Trx,
  booking: StoredBooking,
  today: LocalDate,
): Promise<boolean> {
  const { id: bookingId, currency, reference, guest, policy } = booking;
  if (guest.email === "") return false;
  const rest = cancellableBalance(booking, await paymentsOf(trx, bookingId), today);
  if (!rest) return false;
  const key = warningKey(bookingId, rest);
  const until = cancellationDeadline(booking, needs.clock());
  if ((await hasUndecidedAlert(trx, bookingId)) || (await isAccountRefused(trx))) return false;
  // It is too late for a new warning, but an earlier one may still be in effect.
  if (!until) return (await openAlertsOf(trx, LAST_WARNING)).some(({ id }) => id === key);
  const amount = { amountCents: rest.amountCents, currency };
  // The alert was closed, usually by a host who keeps the stay, so the guest gets the usual reminders again.
  if (await isAlertClosed(trx, key)) return false;
  await emailGuest(needs, trx, booking, {
    key,
    // The stay is only cancelled if this email has been sent, so even a late one is needed.
    usefulUntil: null,
    asksFor: "balance",
    amount,
    write: ({ lastWarning }, { facts, day, deadline }) => lastWarning(facts, day(rest.dueOn), deadline(until)),
  });
  const words = hostTexts.lastWarning(reference, amount, deadlineIn("en", until, policy.timeZone));
  await raiseAlert(needs, trx, { id: key, kind: LAST_WARNING, booking, ...words });
  return true;
}
