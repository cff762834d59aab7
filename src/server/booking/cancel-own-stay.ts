import type { StoredBooking } from "#domain/booking/booking.ts";
import { refuseOwnCancel } from "#domain/booking/own-stay.ts";
import type { Clock } from "../runtime/clock.ts";
import { cancelStep } from "./cancel-booking.ts";
import { type ActResult, type BookingStore, GUEST } from "./ports.ts";

/** The guest cancels for the fee that was shown. Twice is once: a cancelled stay answers as the first time. */
export async function cancelOwnStay(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  { id, expectedFee }: { id: string; expectedFee: string },
): Promise<ActResult> {
  const at = clock();
  /** Seen under the calendar's lock: a look afterwards might meet a stay that the host has restored meanwhile. */
  let cancelledBefore: StoredBooking | null = null;
  const result = await bookings.act({
    id,
    version: null,
    actor: GUEST,
    notByHost: true,
    at,
    decide: (booking) => {
      if (booking.status === "cancelled") cancelledBefore = booking;
      const kind = refuseOwnCancel(booking, at);
      if (kind) return { ok: false, reason: "refused", status: 409, message: { kind } };
      return cancelStep(booking, at, { expectedFee, waiveFee: false });
    },
  });
  return cancelledBefore ? { ok: true, booking: cancelledBefore } : result;
}
