import type { Waiting } from "#domain/booking/booking.ts";

/** Waiting for a payment or an offer's answer has its own columns: the others cover only the guest and the host. */
export function waitColumns(waiting: Waiting | null) {
  const until = waiting?.until.toISOString() ?? null;
  const asked_status = waiting?.requestedStatus ?? null;
  const nobody = { waits_for: null, waits_until: null, pay_by: null, offer_until: null, asked_status };
  switch (waiting?.for) {
    case "payment":
      return { ...nobody, pay_by: until };
    case "offer":
      return { ...nobody, offer_until: until };
    case "guest":
    case "host":
      return { ...nobody, waits_for: waiting.for, waits_until: until };
    case undefined:
      return nobody;
  }
}
