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
  const result = await bookings.act({
    id,
    version: null,
    actor: GUEST,
    notByHost: true,
    at,
    decide: (booking) => {
      const message = refuseOwnCancel(booking, at);
      if (message) return { ok: false, reason: "refused", status: 409, message };
      return cancelStep(booking, at, { expectedFee, waiveFee: false });
    },
  });
  if (result.ok) return result;
  const now = await bookings.find(id);
  return now?.status === "cancelled" ? { ok: true, booking: now } : result;
}
