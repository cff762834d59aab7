import type { StoredBooking } from "../booking/booking.ts";
import { balanceOf, type Payment } from "../booking/payment.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { dayAt } from "../calendar/time-zone.ts";
import type { Cents } from "../money/money.ts";
import { amountsDue } from "./plan.ts";

const HOUR_MS = 3_600_000;
/** The minimum time between the warning and the cancellation. */
export const WARNED_FOR_MS = 48 * HOUR_MS;

type Stay = Pick<StoredBooking, "status" | "plan" | "checkIn" | "policy" | "totalCents" | "cancellationFeeCents">;

/**
 * The overdue balance for which a stay may be cancelled automatically; null if there is none, or if the host has to
 * decide. The host decides once part of the balance has been paid, by any method, or any amount has been refunded.
 */
export function cancellableBalance(
  booking: Stay,
  payments: readonly Pick<Payment, "kind" | "amountCents">[],
  today: LocalDate,
): { dueOn: LocalDate; amountCents: Cents } | null {
  const { plan, status } = booking;
  const dueOn = plan?.restDueOn ?? null;
  if (!plan?.cancelUnpaid || dueOn === null || today < addDays(dueOn, 1)) return null;
  if (status !== "upcoming" && status !== "confirmed") return null;
  const balance = balanceOf(booking, payments);
  if (payments.some(({ kind }) => kind === "refund") || balance.paidCents > plan.firstCents) return null;
  const { nowCents } = amountsDue(plan, balance, today);
  return nowCents > 0 ? { dueOn, amountCents: nowCents } : null;
}

/**
 * The deadline in a warning: the first full hour that gives the guest the minimum time. Null if that hour is on the day
 * of arrival or later, because the stay of a guest who may already be travelling is not cancelled.
 */
export function cancellationDeadline(
  { checkIn, policy }: Pick<Stay, "checkIn" | "policy">,
  warnedAt: Date,
): Date | null {
  const at = new Date(Math.ceil((warnedAt.getTime() + WARNED_FOR_MS) / HOUR_MS) * HOUR_MS);
  return dayAt(at, policy.timeZone) < checkIn ? at : null;
}
