import { balanceOf } from "#domain/booking/payment.ts";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { dayAt, momentOf } from "#domain/calendar/time-zone.ts";
import { MORNING } from "#domain/messaging/schedule.ts";
import { amountsDue, cancelsUnpaid } from "#domain/payments/plan.ts";
import { REMIND_AFTER_MS } from "#domain/payments/times.ts";
import { forEach, runEach } from "../core/for-each.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commitUnderCalendarLock } from "../database/transaction.ts";
import { hasUndecidedAlert } from "./alert-queries.ts";
import { askForPayment } from "./ask-for-payment.ts";
import { emailGuest } from "./email-guest.ts";
import { bookingsWithBalance, heldSince, isChangeWaiting, wasAcceptedByEmail } from "./waiting-queries.ts";
import { hostTexts } from "./payment-texts.ts";
import { openRequestOf } from "./request-queries.ts";
import { warnOfCancellation } from "./warn-of-cancellation.ts";
import type { PaymentNeeds } from "./ports.ts";

/** When the emails about the balance are sent, in days after its due date. */
const BALANCE_EMAIL_DAYS = [-3, 0, 1, 3] as const;

/**
 * Sends email reminders of unpaid amounts: ten minutes after a guest's time to pay for a booking began, and around the
 * due date of the balance. Each reminder is sent once, except that a balance reminder is sent again if the total
 * changes on the same day. The ledger is read in the transaction that writes the email, so nobody is reminded once the
 * payment is recorded. Reminders pause after a restore, because the ledger may lack payments.
 */
export async function remind(needs: PaymentNeeds): Promise<void> {
  if (await needs.isPausedAfterRestore()) return;
  const { db } = needs.database;
  await runEach([
    async () => {
      const before = new Date(needs.clock().getTime() - REMIND_AFTER_MS);
      await forEach(await heldSince(db, before), (id) => remindOfHold(needs, id));
    },
    async () => {
      const today = toLocalDate(await needs.today());
      const cancelUnpaid = cancelsUnpaid(await needs.terms());
      await forEach(await bookingsWithBalance(db, today), (id) => remindOfBalance(needs, id, { today, cancelUnpaid }));
    },
  ]);
}

async function remindOfHold(needs: PaymentNeeds, bookingId: string): Promise<void> {
  await commitUnderCalendarLock(needs.database.db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    if (booking?.waiting?.for !== "payment" || !booking.plan) return { ok: false };
    // Guests whose request was accepted got an email at that time.
    if (await wasAcceptedByEmail(trx, bookingId)) return { ok: false };
    const { until } = booking.waiting;
    return { ok: await askForPayment(needs, trx, { booking, until, key: `please-pay:${bookingId}` }) };
  });
}

async function remindOfBalance(
  needs: PaymentNeeds,
  bookingId: string,
  { today, cancelUnpaid }: { today: LocalDate; cancelUnpaid: boolean },
): Promise<void> {
  await commitUnderCalendarLock(needs.database.db, async (trx) => {
    const booking = await needs.find(bookingId, trx);
    const dueOn = booking?.plan?.restDueOn ?? null;
    if (!booking || !booking.plan || dueOn === null) return { ok: false };
    if (booking.status !== "upcoming" && booking.status !== "confirmed") return { ok: false };
    // A due date begins at midnight, when an email could wake the guest.
    if (needs.clock() < momentOf(today, MORNING, booking.policy.timeZone)) return { ok: false };
    const days = BALANCE_EMAIL_DAYS.find((one) => addDays(dueOn, one) === today);
    const { nowCents, laterCents } = amountsDue(
      booking.plan,
      balanceOf(booking, await paymentsOf(trx, bookingId)),
      today,
    );
    const amount = { amountCents: nowCents + laterCents, currency: booking.currency };
    // The cancellation warning replaces the other emails.
    if (cancelUnpaid && (await warnOfCancellation(needs, trx, booking, today))) return { ok: true };
    if (days === undefined || amount.amountCents === 0) return { ok: false };
    // While a dispute or another alert is open, the host decides what the guest owes.
    if (await hasUndecidedAlert(trx, bookingId)) return { ok: false };
    if (await isChangeWaiting(trx, bookingId, needs.clock())) return { ok: false };
    // An email with a payment link has already asked for this amount today.
    const link = await openRequestOf(trx, bookingId);
    const askedToday = link && dayAt(new Date(link.created_at), booking.policy.timeZone) === today;
    if (askedToday && link.amount_minor >= amount.amountCents) return { ok: false };
    // An email is useful only until the next one is due.
    const next = BALANCE_EMAIL_DAYS.find((one) => one > days);
    await emailGuest(needs, trx, booking, {
      // A part payment needs no second email on the same day, but a new total does.
      key: `rest:${bookingId}:${dueOn}:${days}:${booking.totalCents}`,
      usefulUntil: momentOf(
        next === undefined ? booking.checkIn : addDays(dueOn, next),
        "00:00",
        booking.policy.timeZone,
      ),
      asksFor: "balance",
      amount,
      write: (texts, { facts, day }) => {
        if (days === 0) return texts.dueToday(facts);
        return days < 0 ? texts.dueOn(facts, day(dueOn)) : texts.overdue(facts, day(dueOn));
      },
    });
    if (days === 1) {
      const key = `payment/overdue/${bookingId}/${dueOn}`;
      const words = hostTexts.overdue(booking.reference, amount, booking.guest.email !== "");
      await needs.notifyHost(trx, { key, link: `/admin/bookings/${bookingId}`, ...words });
    }
    return { ok: true };
  });
}
