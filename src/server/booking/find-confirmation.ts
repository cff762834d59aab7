import type { StoredBooking } from "#domain/booking/booking.ts";
import { withoutLabels } from "#domain/pricing/adjustments.ts";
import { maskEmail, maskName, maskPhone } from "#domain/guests/guest.ts";
import type { BookingStore } from "./ports.ts";

export type Viewer = { isAdmin: boolean; browserHash: string | null };
export type FoundConfirmation = {
  booking: StoredBooking;
  guestMasked: boolean;
  isGuest: boolean;
  emailCorrectable: boolean;
};

/** The booking as this viewer may see it: with only the page's URL, the guest's name and contact details are masked. */
export async function findConfirmation(
  { bookings }: { bookings: BookingStore },
  id: string,
  viewer: Viewer,
): Promise<FoundConfirmation | null> {
  const booking = await bookings.find(id);
  if (!booking) return null;
  const { browserHash } = viewer;
  const isGuest = browserHash !== null && (await bookings.hasAccess(id, browserHash));
  const guestMasked = !isGuest && !viewer.isAdmin;
  const emailCorrectable = isGuest && (await bookings.mayCorrectEmail(id, browserHash));
  return { booking: guestMasked ? masked(booking) : booking, guestMasked, isGuest, emailCorrectable };
}

function masked(booking: StoredBooking): StoredBooking {
  const { guest } = booking;
  return {
    ...booking,
    specialRequests: null,
    // A discount code is shown only to viewers who know it, and the host's descriptions may name the guest.
    priceLines: withoutLabels(booking.priceLines).map((line) => ("code" in line ? { ...line, code: "…" } : line)),
    guest: { ...guest, name: maskName(guest.name), email: maskEmail(guest.email), phone: maskPhone(guest.phone) },
  };
}
