import type { Clock } from "../runtime/clock.ts";
import { type BookingStore, TIME } from "./ports.ts";

const NOT_PROVEN = "Ended: the link in the e-mail was not opened in time";
const NOT_ANSWERED = "Ended: the request was not answered in time";

/** Gives the nights back of bookings that nobody has said yes to in time. */
export async function endWaits({ bookings, clock }: { bookings: BookingStore; clock: Clock }): Promise<void> {
  const at = clock();
  for (const id of await bookings.waitingUntil(at)) {
    await bookings.act({
      id,
      version: null,
      actor: TIME,
      notByHost: true,
      at,
      decide: ({ waiting }) => {
        if (!waiting || waiting.until > at) {
          return { ok: false, reason: "refused", status: 409, message: "Somebody has said yes meanwhile." };
        }
        const event = waiting.for === "guest" ? NOT_PROVEN : NOT_ANSWERED;
        return { ok: true, act: "booking.status", event, next: { status: "cancelled", cancellationFeeCents: 0 } };
      },
    });
  }
}
