import type { StoredBooking } from "./booking.ts";

/** A pending booking waits for nobody, for the host, or for an answer to an earlier offer: then it may be offered. */
export function mayBeOffered({ status, waiting }: Pick<StoredBooking, "status" | "waiting">): boolean {
  return status === "pending" && waiting?.for !== "guest" && waiting?.for !== "payment";
}

/** How the history of a booking begins to tell of an offer, and how of one that the host made despite a warning. */
export const OFFERED = "Offered to the guest";
export const OFFERED_DESPITE = "the host has checked the platforms";
