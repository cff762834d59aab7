import type { Balance } from "../booking/payment.ts";
import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import { chargeStep } from "./currency.ts";

/**
 * `offered`: the guest can pay online, and the booking is confirmed without a payment. `required`: the booking is
 * confirmed when the deposit is paid.
 */
export const PAYMENT_MODES = ["off", "offered", "required"] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const FIRST_PARTS = ["all", "percent", "nights"] as const;

/** The host's payment settings. */
export type PaymentTerms = {
  paymentMode: PaymentMode;
  firstPart: (typeof FIRST_PARTS)[number];
  /** The deposit as a percentage of the total, for the setting `percent`. */
  firstPercent: number;
  /** The deposit as the price of the first nights, for the setting `nights`. */
  firstNights: number;
  /** The balance is due this many days before arrival. */
  balanceDays: number;
  /** The number of hours that a guest has to pay after the host accepts a request. */
  payHours: number;
  /** Whether a stay with an overdue balance is cancelled, at least 48 hours after a warning. */
  cancelUnpaid: boolean;
};

/** Stored with a booking, as its price is: later settings do not affect earlier bookings. */
export type PaymentPlan = {
  mode: Exclude<PaymentMode, "off">;
  /** The deposit, due at booking unless nothing has a due date (`paysAnyTime`). */
  firstCents: Cents;
  /** When the balance is due; null if everything is due at once or nothing has a due date (`paysAnyTime`). */
  restDueOn: LocalDate | null;
  /** Whether the guest booked on the condition that an overdue balance cancels the stay. */
  cancelUnpaid?: true;
};

type Sale = { totalCents: Cents; currency: string; nightCents: readonly Cents[]; checkIn: LocalDate };

/** Whether the host's note says how the stay is paid: something has to be paid, and no plan says when. */
export function payNoteApplies({ plan, totalCents }: { plan: PaymentPlan | null; totalCents: Cents }): boolean {
  return plan === null && totalCents > 0;
}

/** The plan for a booking made on `today`; null if nothing is paid online. `largestCents` limits a single payment. */
export function planFor(
  terms: PaymentTerms,
  sale: Sale,
  today: LocalDate,
  largestCents: Cents | null = null,
): PaymentPlan | null {
  const { paymentMode: mode, balanceDays } = terms;
  const { totalCents, currency, checkIn } = sale;
  if (mode === "off" || totalCents <= 0) return null;
  const step = chargeStep(currency);
  const soon = checkIn <= paidInFullUntil(balanceDays, today);
  const firstPart = soon ? totalCents : Math.min(totalCents, step * Math.ceil(firstPartOf(terms, sale) / step));
  const firstCents = Math.min(firstPart, largestCents ?? firstPart);
  if (firstCents <= 0) return null;
  if (firstCents === totalCents || paysAnyTime(terms)) return { mode, firstCents, restDueOn: null };
  // Close to arrival, the amount is split only if it exceeds the payment limit, and the remainder is due at once.
  const restDueOn = soon ? today : addDays(checkIn, -balanceDays);
  return { mode, firstCents, restDueOn, ...(cancelsUnpaid(terms) ? { cancelUnpaid: true } : {}) };
}

/**
 * Whether an overdue balance cancels a stay. If online payments are off or the first part is `all`, the portal hides
 * the setting and the terms do not mention a balance, although earlier bookings or a provider's limit may leave one.
 */
export function cancelsUnpaid({
  cancelUnpaid,
  paymentMode,
  firstPart,
}: Pick<PaymentTerms, "cancelUnpaid" | "paymentMode" | "firstPart">): boolean {
  return cancelUnpaid && paymentMode !== "off" && firstPart !== "all";
}

/** Whether no online payment has a due date, because online payment is only offered and the first part is `all`. */
export function paysAnyTime({ paymentMode, firstPart }: Pick<PaymentTerms, "paymentMode" | "firstPart">): boolean {
  return paymentMode === "offered" && firstPart === "all";
}

/** The last arrival for which a booking made on `today` has to be paid in full at once. */
export function paidInFullUntil(balanceDays: number, today: LocalDate): LocalDate {
  return addDays(today, balanceDays);
}

/**
 * The plan once the arrival has moved: the balance stays due the same number of days before arrival. A due date that
 * would move into the past becomes today, unless it had already passed.
 */
export function movedPlan<P extends Pick<PaymentPlan, "restDueOn">>(
  plan: P,
  { from, to }: { from: LocalDate; to: LocalDate },
  today: LocalDate,
): P {
  const { restDueOn } = plan;
  if (restDueOn === null || from === to) return plan;
  const moved = addDays(restDueOn, daysBetween(from, to));
  return { ...plan, restDueOn: moved >= today ? moved : restDueOn < today ? restDueOn : today };
}

/** The deposit before it is rounded up to an amount that can be charged. */
function firstPartOf({ firstPart, firstPercent, firstNights }: PaymentTerms, { totalCents, nightCents }: Sale): number {
  switch (firstPart) {
    case "all":
      return totalCents;
    case "percent":
      return (totalCents * firstPercent) / 100;
    case "nights": {
      const first = nightCents.slice(0, firstNights).reduce((sum, cents) => sum + cents, 0);
      return first > 0 ? first : totalCents;
    }
  }
}

/** The amounts due now and later. Their sum is the amount that is still owed, and neither is negative. */
export type AmountsDue = { nowCents: Cents; laterCents: Cents; laterOn: LocalDate | null };

export function amountsDue(
  plan: Pick<PaymentPlan, "firstCents" | "restDueOn"> | null,
  { owedCents, paidCents, dueCents }: Balance,
  today: LocalDate,
): AmountsDue {
  const left = Math.max(0, dueCents);
  if (!plan?.restDueOn || plan.restDueOn <= today) return { nowCents: left, laterCents: 0, laterOn: null };
  const nowCents = Math.min(left, Math.max(0, Math.min(plan.firstCents, owedCents) - paidCents));
  const laterCents = left - nowCents;
  return { nowCents, laterCents, laterOn: laterCents > 0 ? plan.restDueOn : null };
}

export const DEFAULT_PAYMENT_TERMS: PaymentTerms = {
  paymentMode: "required",
  firstPart: "all",
  firstPercent: 30,
  firstNights: 1,
  balanceDays: 30,
  payHours: 24,
  cancelUnpaid: false,
};
export const FIRST_PERCENT = { min: 1, max: 100 } as const;
export const FIRST_NIGHTS = { min: 1, max: 30 } as const;
export const BALANCE_DAYS = { min: 0, max: 365 } as const;
export const PAY_HOURS = { min: 1, max: 168 } as const;
