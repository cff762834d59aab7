import type { LocalDate } from "../calendar/local-date.ts";
import type { Cents } from "../money/money.ts";
import type { BookingStatus } from "./status.ts";

/** What the host writes down. */
export const PAYMENT_METHODS = ["cash", "card", "bank-transfer", "other"] as const;
/** What the payment provider tells: money by its page, a dispute, and a refund that did not arrive. */
export const ONLINE_METHODS = ["online", "dispute", "refund-failed"] as const;
export const ALL_METHODS = [...PAYMENT_METHODS, ...ONLINE_METHODS] as const;
export type PaymentMethod = (typeof ALL_METHODS)[number];

export const PAYMENT_KINDS = ["payment", "refund"] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

/** Money that the host took from a guest, or gave back. */
export type Payment = {
  id: string;
  kind: PaymentKind;
  /** Always more than nothing; the kind says which way it went. */
  amountCents: Cents;
  method: PaymentMethod;
  paidOn: LocalDate;
  recordedAt: Date;
  recordedBy: string;
  /** Set for what happened at the payment provider; null for what the host wrote down. */
  fact: PaymentFact | null;
};

/** Where a row of the ledger comes from, when it was not written by hand. */
export type PaymentFact = {
  /** The same however often, and by whatever way, we hear of it. */
  key: string;
  provider: string;
  /** False for test money. */
  live: boolean;
  checkoutId: string;
  chargeRef: string;
  currency: string;
  feeCents: Cents | null;
};

/** Owed in all, paid so far, and what is still due; a negative due is money to give back. */
export type Balance = { owedCents: Cents; paidCents: Cents; dueCents: Cents };

/** A stay is owed in full; a cancelled one costs its fee and nothing else. */
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

/** Money that moved: what came in, what went back, and what the provider kept. Test money did not move. */
export function ledgerOf(rows: readonly LedgerRow[]): Ledger {
  const ledger = { receivedCents: 0, refundedCents: 0, feeCents: 0 };
  for (const { kind, method, amountCents, live, feeCents } of rows) {
    if (live === false) continue;
    ledger.feeCents += feeCents ?? 0;
    if (kind === "refund") ledger.refundedCents += amountCents;
    // A dispute that was won, and a refund that did not arrive, are money that had gone back.
    else if (method === "dispute" || method === "refund-failed") ledger.refundedCents -= amountCents;
    else ledger.receivedCents += amountCents;
  }
  return ledger;
}
