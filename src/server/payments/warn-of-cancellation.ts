import type { StoredBooking } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { cancellableRest, deadlineOf } from "#domain/payments/overdue.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Trx } from "../database/transaction.ts";
import { isAccountRefused } from "./account-alarm.ts";
import { emailGuest } from "./email-guest.ts";
import { hasOtherAlarm } from "./alarm-queries.ts";
import { paymentsIn } from "./ledger-queries.ts";
import { notices } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { raiseAlarm } from "./raise-alarm.ts";

/** The alarm stays open while the stay is to be cancelled: a host who closes it keeps the stay. */
export const LAST_WARNING = "last-warning";

/** Another amount or day is another warning, with 48 hours of its own. */
export const warningKey = (bookingId: string, { dueOn, amountCents }: { dueOn: LocalDate; amountCents: number }) =>
  `${LAST_WARNING}:${bookingId}:${dueOn}:${amountCents}`;

/**
 * Tells guest and host until when a stay is kept whose rest is overdue, where the host has switched that on. True where the
 * guest is under this warning, now or since earlier. Nobody is warned who cannot be written to, or cannot pay because the
 * provider refuses our key.
 */
export async function warnOfCancellation(
  needs: PaymentNeeds,
  trx: Trx,
  booking: StoredBooking,
  today: LocalDate,
): Promise<boolean> {
  const { id: bookingId, currency, reference, guest, policy } = booking;
  if (guest.email === "") return false;
  const rest = cancellableRest(booking, await paymentsIn(trx, bookingId), today);
  const until = rest && deadlineOf(booking, needs.clock());
  if (!until) return false;
  if ((await hasOtherAlarm(trx, bookingId, LAST_WARNING)) || (await isAccountRefused(trx))) return false;
  const amount = { amountCents: rest.amountCents, currency: booking.plan?.currency ?? currency };
  const key = warningKey(bookingId, rest);
  await emailGuest(needs, trx, booking, {
    key,
    amount,
    write: ({ lastWarning }, { facts, day, moment }) => lastWarning(facts, day(rest.dueOn), moment(until)),
  });
  const words = notices.lastWarning(reference, amount, textsIn("en").formats.moment(until, policy.timeZone));
  await raiseAlarm(needs, trx, { id: key, kind: LAST_WARNING, booking, ...words });
  return true;
}
