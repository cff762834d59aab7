import type { BookingStatus } from "../booking/status.ts";
import type { Cents } from "../money/money.ts";

/** Something that happened at the provider. The key is the same however often, and by whichever path, we receive it. */
export type Fact = {
  key: string;
  kind: "charge" | "refund" | "refund-failed" | "dispute" | "dispute-won";
  amountCents: Cents;
  currency: string;
  at: Date;
  /** The charge itself, or the one that it concerns. */
  chargeRef: string;
  /** The provider's fee for a charge; null if it has not reported one. */
  feeCents?: Cents | null;
  /** For a refund: the provider's id, whether the money has arrived, and our refund row that requested it. */
  refund?: { ref: string; state: "pending" | "done"; ours: string | null };
  /** For a dispute: why, and until when the host may answer. */
  dispute?: { reason: string; answerBy: Date | null };
};

/** What is known of the stay when a charge arrives, before it is recorded. */
export type StayForCharge = {
  status: BookingStatus;
  waitsForPayment: boolean;
  /** Cancelled automatically because nobody paid in time. */
  endedUnpaid: boolean;
  /** The first night has passed: the stay can no longer take place as booked. */
  begun: boolean;
  /** What is still owed; negative if more was paid. */
  dueCents: Cents;
};

export type ChargeForStay = {
  amountCents: Cents;
  /** The amount, currency, mode and installation are those of the checkout. */
  asAsked: boolean;
  /** The first charge of its checkout. */
  first: boolean;
  /** The host has requested this amount in addition to the price of the stay. */
  extra: boolean;
};

export type ChargeOutcome =
  /** The booking is confirmed as booked. */
  | { step: "confirm" }
  | { step: "pay" }
  /** The booking stays as it is and owes less: `refundCents` is refunded. */
  | { step: "twice"; refundCents: Cents }
  /** It ended because nobody paid: restored if its nights are free and in the future, otherwise refunded. */
  | { step: "retake" }
  | { step: "late" }
  /** Not the requested amount: recorded as it is, and the host decides. */
  | { step: "mismatch" };

/** What a charge does to a stay. The money is recorded in any case. */
export function outcomeOf(stay: StayForCharge, charge: ChargeForStay): ChargeOutcome {
  if (!charge.asAsked) return { step: "mismatch" };
  if (stay.waitsForPayment) return { step: "confirm" };
  if (stay.status === "cancelled") {
    // The fee of a cancelled stay can be owed, and paid through a link.
    if (!stay.endedUnpaid && charge.first && stay.dueCents >= charge.amountCents) return { step: "pay" };
    return { step: stay.endedUnpaid && !stay.begun ? "retake" : "late" };
  }
  if (charge.extra && charge.first) return { step: "pay" };
  const owed = charge.first || !charge.extra ? Math.max(0, stay.dueCents) : 0;
  const refundCents = charge.amountCents - owed;
  return refundCents > 0 ? { step: "twice", refundCents } : { step: "pay" };
}
