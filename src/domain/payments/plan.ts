import type { Balance } from "../booking/payment.ts";
import { addDays, daysBetween, type LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";

/** `offered`: the booking stands and may be paid at once. `required`: it stands when the first part is paid. */
export const PAYMENT_MODES = ["off", "offered", "required"] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const FIRST_PARTS = ["all", "percent", "nights"] as const;

/** How the host wants to be paid. */
export type PaymentTerms = {
  paymentMode: PaymentMode;
  firstPart: (typeof FIRST_PARTS)[number];
  /** Of the total, where the first part is a percentage. */
  firstPercent: number;
  /** Nights at their own prices, where the first part is nights. */
  firstNights: number;
  /** The rest is due so many days before arrival. */
  balanceDays: number;
  /** Hours in which a guest pays after the host has accepted a request. */
  payHours: number;
  /** Cancels a stay whose rest has not come, 48 hours after a warning. */
  cancelUnpaid: boolean;
};

/** Frozen into a booking like its price: a later setting leaves old bookings alone. */
export type PaymentPlan = {
  mode: Exclude<PaymentMode, "off">;
  currency: string;
  /** Due when the stay is booked, at the price of that moment. */
  firstCents: Cents;
  /** When the rest is due; null where everything is due at once. */
  restDueOn: LocalDate | null;
  /** The guest has booked under the term that an unpaid rest ends the stay. */
  cancelUnpaid?: true;
};

type Sale = { totalCents: Cents; currency: string; nightCents: readonly Cents[]; checkIn: LocalDate };

/** The plan of a sale on `today`; null where nothing is paid online. `largestCents` is the most that one payment may be. */
export function planFor(
  terms: PaymentTerms,
  sale: Sale,
  today: LocalDate,
  largestCents: Cents | null = null,
): PaymentPlan | null {
  const { paymentMode: mode, balanceDays, cancelUnpaid } = terms;
  const { totalCents, currency, checkIn } = sale;
  if (mode === "off" || totalCents <= 0) return null;
  const soon = daysBetween(today, checkIn) <= balanceDays;
  const wanted = soon ? totalCents : Math.min(totalCents, firstPartOf(terms, sale));
  const firstCents = Math.min(wanted, largestCents ?? wanted);
  if (firstCents <= 0) return null;
  if (firstCents === totalCents) return { mode, currency, firstCents, restDueOn: null };
  // A part that is cut only because one payment may not be larger leaves a rest that is due at once.
  const restDueOn = soon ? today : addDays(checkIn, -balanceDays);
  return { mode, currency, firstCents, restDueOn, ...(cancelUnpaid ? { cancelUnpaid } : {}) };
}

function firstPartOf({ firstPart, firstPercent, firstNights }: PaymentTerms, { totalCents, nightCents }: Sale): Cents {
  switch (firstPart) {
    case "all":
      return totalCents;
    case "percent":
      return Math.ceil((totalCents * firstPercent) / 100);
    case "nights": {
      const first = nightCents.slice(0, firstNights).reduce((sum, cents) => sum + cents, 0);
      return first > 0 ? first : totalCents;
    }
  }
}

/** What is to be paid now, and what later. Both together are what is still owed, never negative. */
export type Dues = { nowCents: Cents; laterCents: Cents; laterOn: LocalDate | null };

export function duesOf(
  plan: Pick<PaymentPlan, "firstCents" | "restDueOn"> | null,
  { owedCents, paidCents, dueCents }: Balance,
  today: LocalDate,
): Dues {
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
