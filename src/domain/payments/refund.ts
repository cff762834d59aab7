import type { Cents } from "../money/money.ts";

export const REFUND_REASONS = ["cancelled", "late", "twice", "host"] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/**
 * `wanted`: recorded, not yet requested from the provider. `asked`: requested, but the response is unknown. `pending`:
 * in progress at the provider. `by-hand`: the result is unknown, or only the host can make the refund.
 */
export const REFUND_STATES = ["wanted", "asked", "pending", "done", "failed", "by-hand"] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/**
 * What became of a refund that the provider did not make. `refunded`: the host has made it, and closing the alert
 * records it; `recorded`: the host has made it and has already recorded it; `not-refunded`: nobody has made it.
 */
export const REFUND_RESULTS = ["refunded", "recorded", "not-refunded"] as const;
export type RefundResult = (typeof REFUND_RESULTS)[number];

const ENDED: readonly RefundReason[] = ["cancelled", "late"];

/**
 * Whether the guest is refunded because the stay was cancelled or the payment came too late. If the stay is restored,
 * they owe this money again.
 */
export function isForEndedStay({ why }: { why: RefundReason }): boolean {
  return ENDED.includes(why);
}

/** A charge, and how much of it can still be refunded. */
export type Refundable = { chargeRef: string; leftCents: Cents };

/** Splits a refund across several charges, the latest first. */
export function splitRefund(
  wantedCents: Cents,
  charges: readonly Refundable[],
): { chargeRef: string; amountCents: Cents }[] {
  let left = wantedCents;
  const parts: { chargeRef: string; amountCents: Cents }[] = [];
  for (const { chargeRef, leftCents } of charges.toReversed()) {
    const amountCents = Math.min(left, leftCents);
    if (amountCents <= 0) continue;
    parts.push({ chargeRef, amountCents });
    left -= amountCents;
  }
  return parts;
}

/** The total of refunds that are not in the ledger yet. */
export function onTheWay(refunds: readonly { state: RefundState; amountCents: Cents }[]): Cents {
  return refunds
    .filter(({ state }) => state === "wanted" || state === "asked" || state === "by-hand")
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * The refund when a stay is cancelled: everything paid beyond the fee, minus the amount that is already being refunded.
 */
export function refundOnEnd(paidCents: Cents, feeCents: Cents, onTheWayCents: Cents): Cents {
  return Math.max(0, paidCents - onTheWayCents - feeCents);
}

/**
 * Of the refunds that have not been made, those that were created because the stay had ended and that would leave an
 * amount due now that it is restored. `refunds` are all refunds for the booking, and `mayWithdraw` selects those that
 * have not been made.
 */
export function refundsToWithdraw<R extends { why: RefundReason; state: RefundState; amountCents: Cents }>(
  refunds: readonly R[],
  dueCents: Cents,
  mayWithdraw: (refund: R) => boolean,
): R[] {
  let due = dueCents + onTheWay(refunds);
  return refunds.filter((refund) => {
    if (due <= 0 || !isForEndedStay(refund) || !mayWithdraw(refund)) return false;
    due -= refund.amountCents;
    return true;
  });
}

/** The refund when a cancellation fee is waived: what was kept for the fee. */
export function refundOnWaiver(paidCents: Cents, feeCents: Cents, onTheWayCents: Cents): Cents {
  return refundOnEnd(paidCents, 0, onTheWayCents) - refundOnEnd(paidCents, feeCents, onTheWayCents);
}
