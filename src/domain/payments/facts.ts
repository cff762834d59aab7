import type { BookingStatus } from "../booking/status.ts";
import type { Cents } from "../money/money.ts";

/** Something that happened at the provider. Its key is the same however often, and by whichever path, we receive it. */
export type Fact = {
  key: string;
  kind: "charge" | "refund" | "refund-failed" | "dispute" | "dispute-won";
  amountCents: Cents;
  currency: string;
  at: Date;
  /** The charge itself, or the charge that this fact is about. */
  chargeRef: string;
  /** The provider's fee for a charge; null if the fee is not known, or is in another currency. */
  feeCents?: Cents | null;
  /** For a refund: the provider's id, whether the refund is complete, and the id of our refund row. */
  refund?: { ref: string; state: "pending" | "done"; ours: string | null };
  /** For a dispute: the reason, and the deadline for the host's response. */
  dispute?: { reason: string; answerBy: Date | null };
};

/** The state of a stay before a charge is recorded. */
export type StayForCharge = {
  status: BookingStatus;
  waitsForPayment: boolean;
  /** Whether the stay was cancelled automatically because nobody paid in time. */
  endedUnpaid: boolean;
  /** Whether the check-in day has passed. */
  begun: boolean;
  /** Whether the guest's data has been erased, so nobody knows who would stay. */
  guestErased: boolean;
  /** The amount still owed; negative after an overpayment. */
  dueCents: Cents;
};

export type ChargeForStay = {
  amountCents: Cents;
  /** Whether the amount and currency match the checkout. */
  asRequested: boolean;
  /** Whether this is the first charge of its checkout. */
  first: boolean;
  /** Whether the host requested this amount with a payment link. */
  extra: boolean;
  /** Whether that request is open. Cancelling withdraws requests, so a cancelled stay's request was made later. */
  requestStands: boolean;
  /** Whether that request or one that replaces it is open. If not, it was withdrawn or has been paid in another way. */
  requestOpen: boolean;
};

export type ChargeOutcome =
  | { step: "confirm" }
  | { step: "pay" }
  /** More was paid than is owed: `refundCents` is refunded. */
  | { step: "twice"; refundCents: Cents }
  /**
   * The booking had ended because nobody paid in time: it is restored if its nights are still free; otherwise, the
   * charge is refunded.
   */
  | { step: "retake" }
  | { step: "late" }
  /** The amount or the currency is not the requested one: the charge is recorded unchanged for the host to decide. */
  | { step: "mismatch" };

/** What a charge does to a stay. The charge is recorded in any case. */
export function outcomeOf(stay: StayForCharge, charge: ChargeForStay): ChargeOutcome {
  if (!charge.asRequested) return { step: "mismatch" };
  if (stay.waitsForPayment) return { step: "confirm" };
  if (stay.status === "cancelled") {
    if (charge.requestStands && charge.first) return { step: "pay" };
    // A guest can pay the cancellation fee through a payment link.
    if (!stay.endedUnpaid && charge.first && stay.dueCents >= charge.amountCents) return { step: "pay" };
    return { step: stay.endedUnpaid && !stay.begun && !stay.guestErased ? "retake" : "late" };
  }
  if (charge.extra && charge.first && charge.requestOpen) return { step: "pay" };
  const owed = charge.first || !charge.extra ? Math.max(0, stay.dueCents) : 0;
  const refundCents = charge.amountCents - owed;
  return refundCents > 0 ? { step: "twice", refundCents } : { step: "pay" };
}
