import type { StoredBooking } from "../booking/booking.ts";
import type { Balance } from "../booking/payment.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import { type AmountsDue, amountsDue } from "./plan.ts";

/**
 * The amounts that the guest is asked to pay now and later. An open payment link (`linkCents`, otherwise 0) asks for
 * part of what is owed, and sometimes for more. If the plan has due dates and more than the link's amount is due, the
 * guest is asked for all that is due, because an unpaid balance may end the stay.
 */
export function guestDues(
  { plan, status, waiting }: Pick<StoredBooking, "plan" | "status" | "waiting">,
  balance: Balance,
  today: LocalDate,
  linkCents: Cents,
): AmountsDue {
  const nothing = { nowCents: 0, laterCents: 0, laterOn: null };
  // Nothing is due before the guest has verified the email address, the host has accepted the request or the guest has
  // accepted the offer.
  if (waiting !== null && waiting.for !== "payment") return nothing;
  const inForce = status === "cancelled" ? null : plan;
  // Without a plan, and for a cancellation fee, the guest is asked only through a link.
  if (linkCents === 0) return inForce ? amountsDue(inForce, balance, today) : nothing;
  const due = amountsDue(inForce, balance, today);
  const nowCents = inForce?.restDueOn ? Math.max(due.nowCents, linkCents) : linkCents;
  const laterCents = Math.max(0, due.nowCents + due.laterCents - nowCents);
  return { nowCents, laterCents, laterOn: laterCents > 0 ? due.laterOn : null };
}
