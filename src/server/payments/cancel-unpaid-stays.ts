import type { StoredBooking } from "#domain/booking/booking.ts";
import { balanceOf } from "#domain/booking/payment.ts";
import { type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { cancellableRest, deadlineOf, WARNED_FOR_MS } from "#domain/payments/overdue.ts";
import { refundOnEnd } from "#domain/payments/refund.ts";
import { lockCalendar } from "../database/dialect.ts";
import { commitIfOk, type Trx } from "../database/transaction.ts";
import { ACCOUNT_ALARM } from "./account-alarm.ts";
import { closeAlarm, hadAlarmSince, hasOtherAlarm, openAlarmsOf } from "./alarm-queries.ts";
import { openCheckoutOf } from "./checkout-queries.ts";
import { closeCheckout } from "./close-checkout.ts";
import { paymentsIn } from "./ledger-queries.ts";
import { notices } from "./payment-texts.ts";
import type { PaymentNeeds } from "./ports.ts";
import { underLease } from "./under-lease.ts";
import { LAST_WARNING, warningKey } from "./warn-of-cancellation.ts";
import { sentAt } from "./waiting-queries.ts";

/** Who acts in a booking's history when a time has run out. */
const TIME = "time";

type Warning = { id: string; bookingId: string; openedAt: Date };

/**
 * Cancels stays whose guests were warned, and have paid nothing of the rest since: close the payment page, look, then cancel
 * as anybody cancels. Only while the host has it switched on, and for guests who booked under that term.
 */
export async function cancelUnpaidStays(needs: PaymentNeeds): Promise<void> {
  const { db } = needs.database;
  if (await needs.holdBack()) return;
  const isOn = (await needs.terms()).cancelUnpaid;
  for (const warning of await openAlarmsOf(db, LAST_WARNING))
    await underLease(needs, `cancel-unpaid/${warning.bookingId}`, (inTime) => settle(needs, warning, { isOn, inTime }));
}

type Turn = { isOn: boolean; inTime: () => boolean };

async function settle(needs: PaymentNeeds, warning: Warning, { isOn, inTime }: Turn): Promise<void> {
  const { db } = needs.database;
  const today = toLocalDate(await needs.today());
  const owed = isOn ? await stillOwed(needs, warning, today) : null;
  if (!owed) {
    const words = isOn ? "The rest is no longer overdue." : "Unpaid stays are no longer cancelled.";
    await closeAlarm(db, warning.id, needs.clock(), "payment", words);
    return;
  }
  if (!(await isTimeOver(needs, warning, owed.booking))) return;
  const open = await openCheckoutOf(db, warning.bookingId);
  // Paid a moment ago, or nobody can say: the next run sees the ledger.
  if (open && (await closeCheckout(needs, open)) !== "closed") return;
  if (inTime()) await cancel(needs, warning, today);
}

/** The booking and its rest as the warning named it; null where anything has changed since, or the guest may be on the way. */
async function stillOwed({ find, database }: PaymentNeeds, { id, bookingId }: Warning, today: LocalDate, within?: Trx) {
  const db = within ?? database.db;
  const booking = await find(bookingId, within);
  if (!booking || today >= booking.checkIn) return null;
  const payments = await paymentsIn(db, bookingId);
  const rest = cancellableRest(booking, payments, today);
  return rest && warningKey(bookingId, rest) === id ? { booking, payments, rest } : null;
}

/** 48 hours after the warning has left, and not before the moment that it names. */
async function isTimeOver(
  { database: { db }, clock }: PaymentNeeds,
  { id, openedAt }: Warning,
  booking: StoredBooking,
): Promise<boolean> {
  const deadline = deadlineOf(booking, openedAt);
  const sent = await sentAt(db, id);
  const now = clock();
  if (!deadline || !sent || now < deadline || now.getTime() < sent.getTime() + WARNED_FOR_MS) return false;
  // Whoever could not pay in some of this time, because the provider refused our key, is the host's to decide about.
  return !(await hadAlarmSince(db, ACCOUNT_ALARM, sent)) && !(await hasOtherAlarm(db, booking.id, LAST_WARNING));
}

async function cancel(needs: PaymentNeeds, warning: Warning, today: LocalDate): Promise<void> {
  const { db, engine } = needs.database;
  const at = needs.clock();
  await commitIfOk(db, async (trx) => {
    await lockCalendar(engine, trx, 1);
    const owed = await stillOwed(needs, warning, today, trx);
    // The guest has paid, or opened another page, meanwhile.
    if (!owed || (await openCheckoutOf(trx, warning.bookingId))) return { ok: false };
    // The host may have closed the alarm meanwhile, which keeps the stay.
    const words = "The stay was cancelled because the rest was not paid.";
    if (!(await closeAlarm(trx, warning.id, at, "payment", words))) return { ok: false };
    const result = await needs.actOn(
      trx,
      {
        id: warning.bookingId,
        version: null,
        actor: TIME,
        notByHost: true,
        at,
        decide: (booking) => {
          const step = needs.cancelStep(booking, at);
          return step.ok ? { ...step, event: `${step.event}: the rest was not paid in time` } : step;
        },
      },
      null,
    );
    if (!result.ok) return result;
    await tellHost(needs, trx, result.booking, owed);
    return { ok: true };
  });
}

type Owed = NonNullable<Awaited<ReturnType<typeof stillOwed>>>;

async function tellHost({ notifyHost }: PaymentNeeds, trx: Trx, booking: StoredBooking, { rest, payments }: Owed) {
  const { id, version } = booking;
  const currency = booking.plan?.currency ?? booking.currency;
  const feeCents = booking.cancellationFeeCents ?? 0;
  const backCents = refundOnEnd(balanceOf(booking, payments).paidCents, feeCents, 0);
  const words = notices.cancelledUnpaid(booking, {
    due: { amountCents: rest.amountCents, currency },
    fee: { amountCents: feeCents, currency },
    back: { amountCents: backCents, currency },
  });
  const key = `payment/cancelled-unpaid/${id}/${version}`;
  await notifyHost(trx, { key, link: `/admin/bookings/${id}`, urgent: true, ...words });
}
