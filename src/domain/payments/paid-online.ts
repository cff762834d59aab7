import type { StoredBooking } from "../booking/booking.ts";
import { balanceOf, type Payment } from "../booking/payment.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import { amountsDue } from "./plan.ts";

type Row = Pick<Payment, "kind" | "method" | "amountCents"> & { fact: { live: boolean } | null };

/**
 * Whether something has been paid online, and with it everything that is due by now. Test payments do not count, nor
 * does money that has been refunded or is on its way back. While a payment is disputed, the booking does not count as
 * paid.
 */
export function isPaidOnline(
  booking: Pick<StoredBooking, "plan" | "status" | "totalCents" | "cancellationFeeCents">,
  payments: readonly Row[],
  { onTheWayCents, today }: { onTheWayCents: Cents; today: LocalDate },
): boolean {
  const online = payments.filter(({ kind, fact }) => kind === "refund" || fact?.live);
  const disputes = online.filter(({ method }) => method === "dispute");
  if (balanceOf(booking, disputes).paidCents < 0) return false;
  const { owedCents, paidCents, dueCents } = balanceOf(booking, online);
  const left = { owedCents, paidCents: paidCents - onTheWayCents, dueCents: dueCents + onTheWayCents };
  return left.paidCents > 0 && amountsDue(booking.plan, left, today).nowCents === 0;
}
