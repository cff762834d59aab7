import type { StoredBooking } from "#domain/booking/booking.ts";
import type { BookingStatus } from "#domain/booking/status.ts";
import type { Step } from "./ports.ts";

/**
 * What a booking waits for once its guest has agreed: the payment; the host if the provider rejects our key (P-14); or
 * nothing if it need not be paid online.
 */
export function afterConsent(
  { plan }: StoredBooking,
  { paysOnline, payable }: { paysOnline: boolean; payable: boolean },
): "payment" | "host" | null {
  if (plan?.mode !== "required" || !paysOnline) return null;
  return payable ? "payment" : "host";
}

/** The step that makes a booking wait for the payment or the host. `did` says what the guest did. */
export function waitFor(
  party: "payment" | "host",
  { did, until, requestedStatus }: { did: string; until: Date; requestedStatus: BookingStatus },
): Step {
  const event = `${did}; waiting for the ${party}`;
  return { ok: true, act: "booking.status", event, next: { waiting: { for: party, until, requestedStatus } } };
}
