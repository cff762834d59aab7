import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { cancellableBalance, cancellationDeadline, WARNED_FOR_MS } from "#domain/payments/overdue.ts";
import { cancelsUnpaid } from "#domain/payments/plan.ts";
import { refundOnEnd } from "#domain/payments/refund.ts";
import { forEach } from "../core/for-each.ts";
import { paymentsOf } from "../core/ledger-queries.ts";
import { commitIfOk, commitUnderCalendarLock, type Trx } from "../database/transaction.ts";
import { ACCOUNT_ALERT } from "./account-alert.ts";
import { closeAlert, hadAlertSince, hasUndecidedAlert, LAST_WARNING, openAlertsOf } from "./alert-queries.ts";
import { openCheckoutOf } from "./checkout-queries.ts";
import { closeCheckout } from "./close-checkout.ts";
import { hostTexts } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { withLease } from "./with-lease.ts";
import { warningKey } from "./warn-of-cancellation.ts";
import { sentAt } from "./waiting-queries.ts";

/** The actor in a booking's history for an automatic cancellation. */
const TIME = "time";

type Warning = { id: string; bookingId: string; openedAt: Date };

/**
 * Cancels stays whose guests have not paid any of the balance since the warning: closes the payment page, syncs the
 * checkout, then cancels the stay under its policy. This happens only while the setting is on, and only for guests who
 * booked while it was on.
 */
export async function cancelUnpaidStays(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  if (await needs.isPausedAfterRestore()) return;
  // Guests cannot pay online without a provider.
  const isOn = needs.provider !== null && cancelsUnpaid(await needs.terms());
  await forEach(await openAlertsOf(db, LAST_WARNING), (warning) =>
    withLease(needs, `cancel-unpaid/${warning.bookingId}`, (stillLeased) =>
      cancelOrClose(needs, warning, { isOn, stillLeased }),
    ),
  );
}

type Setting = { isOn: boolean; stillLeased: () => boolean };

async function cancelOrClose(needs: PaymentNeeds, warning: Warning, { isOn, stillLeased }: Setting): Promise<void> {
  const { db } = needs.database;
  const today = toLocalDate(await needs.today());
  const owed = await stillOwed(needs, warning, today);
  if (!owed) {
    await closeAlert(db, warning.id, needs.clock(), "payment", "The balance is no longer overdue.");
    return;
  }
  if (!isOn) return keepStay(needs, warning, owed);
  if (!(await isTimeOver(needs, warning, owed.booking))) return;
  const open = await openCheckoutOf(db, warning.bookingId);
  // The guest has just paid, or it is unknown whether they have, so the next run decides.
  if (open && (await closeCheckout(needs, open)) !== "closed") return;
  if (stillLeased()) await cancel(needs, warning, today);
}

/** The guest has been warned of the cancellation, so the host is told that it will not happen. */
async function keepStay(needs: PaymentNeeds, { id }: Warning, { booking, rest }: Owed): Promise<void> {
  await commitIfOk(needs.database.db, async (trx) => {
    const words = "Automatic cancellation of unpaid stays was turned off.";
    if (!(await closeAlert(trx, id, needs.clock(), "payment", words))) return { ok: false };
    const { reference, currency } = booking;
    const due = { amountCents: rest.amountCents, currency };
    const link = `/admin/bookings/${booking.id}`;
    await needs.notifyHost(trx, {
      key: `payment/not-cancelled/${id}`,
      link,
      ...hostTexts.notCancelled(reference, due),
    });
    return { ok: true };
  });
}

/**
 * The booking and its overdue balance. Null if the stay may no longer be cancelled for the balance in the warning, for
 * example because part of it was paid, or because the guest may already be travelling.
 */
async function stillOwed({ find, database }: PaymentNeeds, { id, bookingId }: Warning, today: LocalDate, within?: Trx) {
  const db = within ?? database.db;
  const booking = await find(bookingId, within);
  if (!booking || today >= booking.checkIn) return null;
  const payments = await paymentsOf(db, bookingId);
  const rest = cancellableBalance(booking, payments, today);
  return rest && warningKey(bookingId, rest) === id ? { booking, payments, rest } : null;
}

/**
 * Whether 48 hours have passed since the warning was sent, the deadline in the warning has passed, and nothing leaves
 * the decision to the host.
 */
async function isTimeOver(
  { database: { db }, clock }: PaymentNeeds,
  { id, openedAt }: Warning,
  booking: StoredBooking,
): Promise<boolean> {
  const deadline = cancellationDeadline(booking, openedAt);
  const sent = await sentAt(db, id);
  const now = clock();
  if (!deadline || !sent || now < deadline || now.getTime() < sent.getTime() + WARNED_FOR_MS) return false;
  // If the provider rejected our API key, the guest may have been unable to pay. In that case, or if the booking has
  // another open alert, the host decides whether to cancel.
  return !(await hadAlertSince(db, ACCOUNT_ALERT, sent)) && !(await hasUndecidedAlert(db, booking.id));
}

async function cancel(needs: PaymentNeeds, warning: Warning, today: LocalDate): Promise<void> {
  const { db } = needs.database;
  const at = needs.clock();
  await commitUnderCalendarLock(db, async (trx) => {
    const owed = await stillOwed(needs, warning, today, trx);
    // In the meantime, the reason to cancel may have ended, or the guest may have opened another payment page.
    if (!owed || (await openCheckoutOf(trx, warning.bookingId))) return { ok: false };
    // If the host has closed the alert, the stay is not cancelled.
    const words = "The stay was cancelled because the balance was not paid.";
    if (!(await closeAlert(trx, warning.id, at, "payment", words))) return { ok: false };
    const result = await needs.actOn(trx, {
      id: warning.bookingId,
      actor: TIME,
      notByHost: true,
      at,
      decide: (booking) => {
        const step = needs.cancelStep(booking, at);
        return step.ok ? { ...step, event: `${step.event}: the balance was not paid in time` } : step;
      },
    });
    if (!result.ok) return result;
    await notifyHostOfCancellation(needs, trx, result.booking, owed);
    return { ok: true };
  });
}

type Owed = NonNullable<Awaited<ReturnType<typeof stillOwed>>>;

async function notifyHostOfCancellation(
  { notifyHost }: PaymentNeeds,
  trx: Trx,
  booking: StoredBooking,
  { rest, payments }: Owed,
) {
  const { id, version } = booking;
  const { currency } = booking;
  const feeCents = booking.cancellationFeeCents ?? 0;
  const backCents = refundOnEnd(balanceOf(booking, payments).paidCents, feeCents, 0);
  const words = hostTexts.cancelledUnpaid(booking, {
    due: { amountCents: rest.amountCents, currency },
    fee: { amountCents: feeCents, currency },
    back: { amountCents: backCents, currency },
  });
  const key = `payment/cancelled-unpaid/${id}/${version}`;
  await notifyHost(trx, { key, link: `/admin/bookings/${id}`, urgent: true, ...words });
}
