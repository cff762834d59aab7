import { type Selectable, sql } from "kysely";
import type { Waiting } from "#domain/booking/booking.ts";
import type { Schema } from "../database/schema.ts";

export const WAIT_COLUMNS = [
  "booking.status",
  "booking.waits_for",
  "booking.waits_until",
  "booking.pay_by",
  "booking.offer_until",
  "booking.asked_status",
] as const;

export type WaitColumns = Pick<
  Selectable<Schema["booking"]>,
  "status" | "waits_for" | "waits_until" | "pay_by" | "offer_until" | "asked_status"
>;

/**
 * What a stored booking is waiting for. A wait for a payment or for a response to an offer has its own column;
 * `waits_for` covers only waits for the guest or the host.
 */
export function waitingOf(row: WaitColumns): Waiting | null {
  if (row.status === "pending" && row.pay_by !== null) {
    return { for: "payment", until: new Date(row.pay_by), requestedStatus: row.asked_status ?? "upcoming" };
  }
  if (row.status === "pending" && row.offer_until !== null) {
    return { for: "offer", until: new Date(row.offer_until), requestedStatus: row.asked_status ?? "confirmed" };
  }
  if (!row.waits_for || !row.waits_until) return null;
  return { for: row.waits_for, until: new Date(row.waits_until), requestedStatus: row.asked_status ?? "upcoming" };
}

/**
 * The bookings for which the domain's `waitsFor` returns "host". The first condition is written out, like `STANDING`,
 * so that SQLite can use the partial index.
 */
export const WAITS_FOR_HOST = sql<boolean>`(booking.status = 'pending' and booking.pay_by is null
  and booking.offer_until is null and coalesce(booking.waits_for, 'host') = 'host')`;

/** The bookings with an `endedAs`: they have the status `cancelled`, although they were never booked. */
export const NEVER_BOOKED = sql<boolean>`(booking.status = 'cancelled'
  and (booking.pay_by is not null or booking.offer_until is not null or booking.waits_for is not null))`;
