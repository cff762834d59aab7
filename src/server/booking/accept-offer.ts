import { amountString } from "#domain/money/currency.ts";
import { PAYMENT_HOLD_MS } from "#domain/payments/times.ts";
import type { Clock } from "../runtime/clock.ts";
import { type ActResult, type BookingStore, GUEST } from "./ports.ts";

/** The guest accepts the offer at the price that was shown. Accepting again is refused. */
export async function acceptOffer(
  { bookings, clock }: { bookings: BookingStore; clock: Clock },
  { id, expectedTotal }: { id: string; expectedTotal: string },
): Promise<ActResult> {
  const at = clock();
  return bookings.act({
    id,
    version: null,
    actor: GUEST,
    notByHost: true,
    at,
    decide: ({ waiting, totalCents, currency, plan }) => {
      const refused = { ok: false, reason: "refused", status: 409, message: { kind: "offer-over" } } as const;
      if (waiting?.for !== "offer" || waiting.until <= at) return refused;
      if (amountString(totalCents, currency) !== expectedTotal) return refused;
      const { requestedStatus } = waiting;
      if (plan?.mode === "required") {
        const until = new Date(at.getTime() + PAYMENT_HOLD_MS);
        const event = "The guest has accepted the offer; waiting for the payment";
        return {
          ok: true,
          act: "booking.status",
          event,
          next: { waiting: { for: "payment", until, requestedStatus } },
        };
      }
      return {
        ok: true,
        act: "booking.status",
        event: "The guest has accepted the offer",
        next: { status: requestedStatus },
      };
    },
  });
}
