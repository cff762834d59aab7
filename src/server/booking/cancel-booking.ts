import { feeIfCancelled } from "#domain/booking/cancellation.ts";
import { proposalOf, type StoredBooking } from "#domain/booking/booking.ts";
import { mayBecome } from "#domain/booking/status.ts";
import { cancelledEvent, DECLINED } from "#domain/booking/timeline.ts";
import { amountString } from "#domain/money/currency.ts";
import { type ActResult, type BookingNeeds, type HostOrder, refuse, type Refusal, type Step } from "./ports.ts";

/**
 * Cancels the booking and releases its nights at once. The fee is set by the booking's own policy; the host may waive
 * it.
 */
export function cancelBooking(
  { bookings, clock }: BookingNeeds,
  { waiveFee, expectedFee, ...order }: HostOrder & { waiveFee: boolean; expectedFee: string },
): Promise<ActResult> {
  const at = clock();
  return bookings.act({
    ...order,
    at,
    decide: (booking) => {
      const step = cancelStep(booking, at, { expectedFee, waiveFee });
      const proposal = proposalOf(booking);
      return step.ok && proposal ? { ...step, event: DECLINED[proposal] } : step;
    },
  });
}

/** `expectedFee` is the fee that was shown before the cancellation. */
export function cancelStep(
  booking: StoredBooking,
  at: Date,
  { expectedFee, waiveFee }: { expectedFee: string; waiveFee: boolean },
): Step | Refusal {
  if (!mayBecome(booking.status, "cancelled")) {
    return refuse(`A booking that is ${booking.status} cannot be cancelled.`);
  }
  const fee = feeIfCancelled(booking, at);
  if (amountString(fee, booking.currency) !== expectedFee) {
    return refuse({ kind: "fee-now", cents: fee, currency: booking.sold.terms.currency });
  }
  const cancellationFeeCents = waiveFee ? 0 : fee;
  return {
    ok: true,
    act: "booking.status",
    event: cancelledEvent(cancellationFeeCents, fee, booking.currency),
    next: { status: "cancelled", cancellationFeeCents },
  };
}

/** Like `cancelStep`, but for a cancellation before which nobody was shown the fee: the current fee applies. */
export function cancelStepNow(booking: StoredBooking, at: Date): Step | Refusal {
  const expectedFee = amountString(feeIfCancelled(booking, at), booking.currency);
  return cancelStep(booking, at, { expectedFee, waiveFee: false });
}
