import type { StoredBooking } from "#domain/booking/booking.ts";
import { refuseOwnCancel } from "#domain/booking/own-stay.ts";
import { cancelStep } from "./cancel-booking.ts";
import { type ActResult, type BookingNeeds, GUEST, refuse } from "./ports.ts";

/**
 * The guest cancels and accepts the fee that was shown. Idempotent: cancelling a cancelled stay returns the same result
 * again.
 */
export async function cancelOwnStay(
  { bookings, clock }: BookingNeeds,
  { id, expectedFee }: { id: string; expectedFee: string },
): Promise<ActResult> {
  const at = clock();
  /** Read under the calendar's lock, because the host might restore the stay afterwards. */
  let cancelledBefore: StoredBooking | null = null;
  const result = await bookings.act({
    id,
    actor: GUEST,
    notByHost: true,
    at,
    decide: (booking) => {
      if (booking.status === "cancelled") cancelledBefore = booking;
      const kind = refuseOwnCancel(booking, at);
      if (kind) return refuse({ kind });
      return cancelStep(booking, at, { expectedFee, waiveFee: false });
    },
  });
  return cancelledBefore ? { ok: true, booking: cancelledBefore } : result;
}
