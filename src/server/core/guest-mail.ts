import type { StoredBooking, Waiting } from "#domain/booking/booking.ts";
import type { Language } from "#domain/language/language.ts";

/**
 * What an email asks of the guest: to prove that the email address is theirs, to do whatever else the booking is
 * waiting for, to pay the balance, to pay through a payment link, or nothing, because the fee for a cancelled stay was
 * waived.
 */
export type GuestTask = "proof" | "waiting" | "balance" | "payment-link" | "no-fee";

/**
 * An email to the guest of a booking. Only one email is sent for each key or, if `againAfterMs` is set, one in that
 * time. `link` is an absolute URL.
 */
export type GuestMail = {
  key: string;
  againAfterMs?: number;
  /** Null if there is no booking yet. */
  bookingId: string | null;
  to: { name: string; address: string };
  language: Language;
  subject: string;
  lines: string[];
  link?: string;
  /**
   * After this time the email is not sent, because it would only confuse the guest; null if it never goes out of date.
   */
  usefulUntil: Date | null;
  /** The email is withdrawn once this no longer applies. */
  asksFor?: GuestTask;
};

export function toGuest({ id, guest, language }: Pick<StoredBooking, "id" | "guest" | "language">) {
  return { bookingId: id, to: { name: guest.name, address: guest.email }, language };
}

/**
 * For an email about what the booking is waiting for, such as one that asks the guest to act. The email is withdrawn
 * when the wait ends.
 */
export function whileWaiting({ waiting }: Pick<StoredBooking, "waiting">): Pick<GuestMail, "usefulUntil" | "asksFor"> {
  return { usefulUntil: waiting?.until ?? null, asksFor: taskOf(waiting) };
}

/**
 * What the guest is asked to do while a booking waits. `guest` means that the booking is waiting for its guest to
 * verify the email address.
 */
export function taskOf(waiting: Waiting | null): GuestTask {
  return waiting?.for === "guest" ? "proof" : "waiting";
}

/**
 * Tells the host whether the guest learns by email that a request, an offer or the time to pay has ended. The email
 * waits if email is not set up or does not work, and the dashboard then has an alert.
 */
export function guestIsTold({ guest }: { guest: { email: string } }): string {
  return guest.email === ""
    ? "The guest has no email address, so please tell them."
    : "We'll email the guest. If email doesn't work, your dashboard says so.";
}
