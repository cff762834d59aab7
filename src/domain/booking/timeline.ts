import type { LocalDate } from "../calendar/local-date.ts";
import { writtenDate } from "../calendar/written-date.ts";
import { exactMoneyText } from "../money/currency.ts";
import type { Cents } from "../money/money.ts";
import type { Payment, PaymentMethod } from "./payment.ts";
import type { Proposal } from "./booking.ts";
import type { BookingStatus } from "./status.ts";
import type { Stay } from "./stay.ts";

/**
 * The sentences of a booking's history. They are stored as text, so later changes to the wording do not affect old
 * entries.
 */

const BECAME = {
  pending: "Set to pending",
  upcoming: "Set to upcoming",
  confirmed: "Confirmed",
  "checked-in": "Checked in",
  "checked-out": "Checked out",
  cancelled: "Cancelled",
  completed: "Completed",
} satisfies Record<BookingStatus, string>;

/** The status change in words; a step back to an earlier status is described as such. */
export function statusEvent(from: BookingStatus, to: BookingStatus): string {
  if (from === "cancelled") return "Restored after the cancellation";
  if (from === "checked-in" && to === "confirmed") return "Check-in undone";
  if (from === "confirmed" && to === "upcoming") return "Confirmation undone";
  if (from === "checked-out" && to === "checked-in") return "Check-out undone";
  if (from === "completed" && to === "checked-out") return "Completion undone";
  return BECAME[to];
}

export function cancelledEvent(feeCents: Cents, dueByPolicyCents: Cents, currency: string): string {
  if (feeCents > 0) return `Cancelled with a fee of ${exactMoneyText(feeCents, currency)}`;
  return dueByPolicyCents > 0
    ? `Cancelled; the fee of ${exactMoneyText(dueByPolicyCents, currency)} was waived`
    : "Cancelled free of charge";
}

/** For a fee that the host waived after the cancellation. */
export const feeWaivedEvent = (feeCents: Cents, currency: string): string =>
  `The cancellation fee of ${exactMoneyText(feeCents, currency)} was waived`;

/** How the host ends a request or an offer. */
export const DECLINED = { request: "Request declined", offer: "Offer withdrawn" } satisfies Record<Proposal, string>;

type StayFacts = Stay & { guestCount: number; totalCents: Cents; sold: { terms: { currency: string } } };

export function stayEvent(before: StayFacts, after: StayFacts): string {
  const parts: string[] = [];
  if (before.checkIn !== after.checkIn || before.checkOut !== after.checkOut) {
    parts.push(`Dates changed from ${spanText(before)} to ${spanText(after)}`);
  }
  if (before.guestCount !== after.guestCount) {
    parts.push(`Guests changed from ${before.guestCount} to ${after.guestCount}`);
  }
  if (before.totalCents !== after.totalCents) {
    const [was, is] = [before, after].map(({ totalCents, sold }) => exactMoneyText(totalCents, sold.terms.currency));
    parts.push(`Price changed from ${was} to ${is}`);
  }
  return parts.join(". ");
}

const METHODS = {
  cash: "in cash",
  card: "by card",
  "bank-transfer": "by bank transfer",
  other: "in another way",
  online: "online",
  dispute: "through a dispute",
  "refund-failed": "from a failed refund",
} satisfies Record<PaymentMethod, string>;

type Money = Pick<Payment, "kind" | "amountCents" | "method" | "paidOn">;

export function paymentEvent(payment: Money, currency: string): string {
  const did = payment.kind === "payment" ? "Payment" : "Refund";
  return `${did} of ${inWords(payment, currency)} recorded`;
}

export function paymentRemovedEvent(payment: Money, currency: string): string {
  return `The ${payment.kind} of ${inWords(payment, currency)} was removed from the records`;
}

function inWords({ amountCents, method, paidOn }: Money, currency: string): string {
  return `${exactMoneyText(amountCents, currency)} ${METHODS[method]} on ${spokenDay(paidOn)}`;
}

/** `Nov 21, 2026 – Nov 24, 2026` */
export function spanText(stay: Stay): string {
  return `${spokenDay(stay.checkIn)} – ${spokenDay(stay.checkOut)}`;
}

/** `Nov 21, 2026` */
export function spokenDay(date: LocalDate): string {
  return writtenDate(date, "en-US", { month: "short", day: "numeric", year: "numeric" });
}
