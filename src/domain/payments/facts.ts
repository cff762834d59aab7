import type { BookingStatus } from "../booking/status.ts";
import type { Cents } from "../money/money.ts";

/** Something that happened at the provider. The key is the same however often, and by whatever way, we hear of it. */
export type Fact = {
  key: string;
  kind: "charge" | "refund" | "refund-failed" | "dispute" | "dispute-won";
  amountCents: Cents;
  currency: string;
  at: Date;
  /** The charge that it is, or is about. */
  chargeRef: string;
  /** What the provider took of a charge; null where it has not said. */
  feeCents?: Cents | null;
  /** Of a refund: the provider's id, whether the money is on its way or there, and the row of ours that asked for it. */
  refund?: { ref: string; state: "pending" | "done"; ours: string | null };
  /** Of a dispute: why, and until when the host may answer. */
  dispute?: { reason: string; answerBy: Date | null };
};

/** What is known of the stay when a charge arrives, before it is written down. */
export type StayForCharge = {
  status: BookingStatus;
  waitsForPayment: boolean;
  /** Cancelled because nobody paid in time, and by nobody's wish. */
  endedUnpaid: boolean;
  /** The first night is over: nobody can come to this stay as it was booked. */
  begun: boolean;
  /** What is still owed; negative where more came than that. */
  dueCents: Cents;
};

export type ChargeForStay = {
  amountCents: Cents;
  /** The amount, currency, mode and installation are those of the checkout. */
  asAsked: boolean;
  /** The first charge of its checkout. */
  first: boolean;
  /** The host has asked for this amount besides the price of the stay. */
  extra: boolean;
};

export type ChargeOutcome =
  /** The stay becomes what was booked. */
  | { step: "confirm" }
  | { step: "pay" }
  /** The stay stands and does not owe so much: `refundCents` goes back. */
  | { step: "twice"; refundCents: Cents }
  /** It ended because nobody paid: it stands again if its nights are free and all ahead, otherwise the money goes back. */
  | { step: "retake" }
  | { step: "late" }
  /** Not what was asked for: written down as it is, and the host decides. */
  | { step: "mismatch" };

/** What a charge makes of a stay. Whatever the step, the money is written down. */
export function outcomeOf(stay: StayForCharge, charge: ChargeForStay): ChargeOutcome {
  if (!charge.asAsked) return { step: "mismatch" };
  if (stay.waitsForPayment) return { step: "confirm" };
  if (stay.status === "cancelled") {
    // The fee of a cancelled stay may be owed, and paid by a link.
    if (!stay.endedUnpaid && charge.first && stay.dueCents >= charge.amountCents) return { step: "pay" };
    return { step: stay.endedUnpaid && !stay.begun ? "retake" : "late" };
  }
  if (charge.extra && charge.first) return { step: "pay" };
  const owed = charge.first || !charge.extra ? Math.max(0, stay.dueCents) : 0;
  const refundCents = charge.amountCents - owed;
  return refundCents > 0 ? { step: "twice", refundCents } : { step: "pay" };
}
