import type { StoredBooking } from "./booking.ts";

/** A pending booking that waits for nobody, for the host, or for an answer to an earlier offer can be offered. */
export function mayBeOffered({ status, waiting }: Pick<StoredBooking, "status" | "waiting">): boolean {
  return status === "pending" && waiting?.for !== "guest" && waiting?.for !== "payment";
}
