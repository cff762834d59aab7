import type { Waiting } from "#domain/booking/booking.ts";

/** A wait for money has a column of its own: the others know the guest and the host only. */
export function waitColumns(waiting: Waiting | null) {
  const until = waiting?.until.toISOString() ?? null;
  const asked_status = waiting?.askedStatus ?? null;
  if (waiting?.for === "payment") return { waits_for: null, waits_until: null, asked_status, pay_by: until };
  return { waits_for: waiting?.for ?? null, waits_until: until, asked_status, pay_by: null };
}
