import { cancellationFee } from "#domain/booking/cancellation.ts";
import type { KeptBooking } from "#domain/booking/booking.ts";
import { mayBecome } from "#domain/booking/status.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { cancelledEvent } from "#domain/booking/timeline.ts";
import { type Cents, toDollarString } from "#domain/money/money.ts";
import type { Clock } from "../runtime/clock.ts";
import type { ActResult, BookingStore } from "./ports.ts";

type Input = { id: string; version: number; actor: string; waiveFee: boolean; expectedFee: string };

/** Cancels for the fee of the booking's own policy, which the host may waive; the nights are free at once. */
export function cancelBooking(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  { waiveFee, expectedFee, ...order }: Input,
): Promise<ActResult> {
  const at = clock();
  return bookings.act({
    ...order,
    at,
    decide: (booking) => {
      if (!mayBecome(booking.status, "cancelled")) {
        const message = `A booking that is ${booking.status} cannot be cancelled.`;
        return { ok: false, reason: "refused", status: 409, message };
      }
      const fee = feeIfCancelled(booking, at);
      if (toDollarString(fee) !== expectedFee) {
        const message = `The fee is $${toDollarString(fee)} by now. Please look at it again.`;
        return { ok: false, reason: "refused", status: 409, message };
      }
      const cancellationFeeCents = waiveFee ? 0 : fee;
      return {
        ok: true,
        act: "booking.status",
        event: cancelledEvent(cancellationFeeCents, fee),
        next: { status: "cancelled", cancellationFeeCents },
      };
    },
  });
}

/** What the booking's frozen policy asks for a cancellation at this moment. */
export function feeIfCancelled(booking: KeptBooking, now: Date): Cents {
  return cancellationFee({ ...booking, nights: nightCount(booking) }, now);
}
