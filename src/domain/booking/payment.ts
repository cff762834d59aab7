import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import type { BookingStatus } from "./status.ts";

/** The methods for payments that the host enters. */
export const PAYMENT_METHODS = ["cash", "card", "bank-transfer", "other"] as const;
/** The methods that the payment provider reports: online payments, disputes and failed refunds. */
export const ONLINE_METHODS = ["online", "dispute", "refund-failed"] as const;
export const ALL_METHODS = [...PAYMENT_METHODS, ...ONLINE_METHODS] as const;
export type PaymentMethod = (typeof ALL_METHODS)[number];

export const PAYMENT_KINDS = ["payment", "refund"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Money that was received from a guest, or returned to them. */
export type Payment = {
  id: string;
  kind: PaymentKind;
  /** Always positive; the kind indicates the direction. */
  amountCents: Cents;
  method: PaymentMethod;
  paidOn: LocalDate;
  recordedAt: Date;
  recordedBy: string;
  /** Set for facts from the payment provider; null for what the host entered. */
  fact: PaymentFact | null;
};

/** The source of a ledger row that was not entered by hand. */
export type PaymentFact = {
  /** The key stays the same however often, and by whichever path, we receive the fact. */
  key: string;
  provider: string;
  /** False for test payments. */
  live: boolean;
  checkoutId: string;
  chargeRef: string;
  currency: string;
  feeCents: Cents | null;
  /** True if the stay had ended unpaid, and this payment booked it again. */
  bookedLate: boolean;
};

/**
 * The total owed, the amount paid so far, and the amount still due. If `dueCents` is negative, the amount is owed to
 * the guest.
 */
export type Balance = { owedCents: Cents; paidCents: Cents; dueCents: Cents };

/** The full price of a stay is owed; for a cancelled stay, only the cancellation fee. */
export function balanceOf(
  booking: { status: BookingStatus; totalCents: Cents; cancellationFeeCents: Cents | null },
  payments: readonly Pick<Payment, "kind" | "amountCents">[],
): Balance {
  const owedCents = booking.status === "cancelled" ? (booking.cancellationFeeCents ?? 0) : booking.totalCents;
  const paidCents = payments.reduce(
    (sum, one) => (one.kind === "payment" ? sum + one.amountCents : sum - one.amountCents),
    0,
  );
  return { owedCents, paidCents, dueCents: owedCents - paidCents };
}

export type Ledger = { receivedCents: Cents; refundedCents: Cents; feeCents: Cents };

type LedgerRow = Pick<Payment, "kind" | "method" | "amountCents"> & { live: boolean | null; feeCents: Cents | null };

/** The money received and returned, and the provider's fees. Test payments are not included. */
export function ledgerOf(rows: readonly LedgerRow[]): Ledger {
  const ledger = { receivedCents: 0, refundedCents: 0, feeCents: 0 };
  for (const { kind, method, amountCents, live, feeCents } of rows) {
    if (live === false) continue;
    ledger.feeCents += feeCents ?? 0;
    if (kind === "refund") ledger.refundedCents += amountCents;
    // A won dispute and a failed refund bring back money that had been deducted.
    else if (method === "dispute" || method === "refund-failed") ledger.refundedCents -= amountCents;
    else ledger.receivedCents += amountCents;
  }
  return ledger;
}
