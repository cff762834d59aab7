import type { StoredBooking } from "../booking/booking.ts";
import { balanceOf, type Payment } from "../booking/payment.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { dayAt } from "../calendar/time-zone.ts";
import type { Cents } from "../money/money.ts";
import { duesOf } from "./plan.ts";

const HOUR_MS = 3_600_000;
/** What a guest has at least, from the warning to the cancellation. */
export const WARNED_FOR_MS = 48 * HOUR_MS;

type Stay = Pick<StoredBooking, "status" | "plan" | "checkIn" | "policy" | "totalCents" | "cancellationFeeCents">;

/**
 * The overdue rest for which a stay may be cancelled; null where a person has to decide. That is so as soon as some of the
 * rest has come, in whatever way, or money has gone back: then it is no longer a guest who does not pay.
 */
export function cancellableRest(
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
  const { nowCents } = duesOf(plan, balance, today);
  return nowCents > 0 ? { dueOn, amountCents: nowCents } : null;
}

/**
 * The deadline of a warning: the next full hour that leaves the guest their time. Null where it would fall on the day of
 * arrival or later: a guest who may be on the way is not cancelled.
 */
export function deadlineOf({ checkIn, policy }: Pick<Stay, "checkIn" | "policy">, warnedAt: Date): Date | null {
  const at = new Date(Math.ceil((warnedAt.getTime() + WARNED_FOR_MS) / HOUR_MS) * HOUR_MS);
  return dayAt(at, policy.timeZone) < checkIn ? at : null;
}
