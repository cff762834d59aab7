import type { StoredBooking } from "./booking.ts";

/**
 * Whether somebody other than the person who filled in the form has vouched for the booking: its email address is proven,
 * or the host has confirmed, entered or edited it, or recorded a payment. Only then are key codes and the WiFi password
 * shown, and only then do our emails quote what the guest wrote.
 */
export function isVerified(booking: Pick<StoredBooking, "emailProvenAt" | "hostConfirmedAt">): boolean {
  return booking.emailProvenAt !== null || booking.hostConfirmedAt !== null;
}
