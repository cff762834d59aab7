import type { BookingWithGuest } from "#domain/booking/booking.ts";
import { maskEmail, maskName, maskPhone } from "#domain/guests/guest.ts";
import type { BookingStore } from "./ports.ts";

export type Viewer = { isAdmin: boolean; browserHash: string | null };

/** The booking as this viewer may see it: people who hold only the address see the stay, not the guest (product.md, promise 8). */
export async function findConfirmation(
  { bookings }: { bookings: BookingStore },
  id: string,
  viewer: Viewer,
): Promise<{ booking: BookingWithGuest; guestMasked: boolean } | null> {
  const booking = await bookings.find(id);
  if (!booking) return null;
  const { browserHash } = viewer;
  const mayRead = viewer.isAdmin || (browserHash !== null && (await bookings.hasAccess(id, browserHash)));
  return mayRead ? { booking, guestMasked: false } : { booking: masked(booking), guestMasked: true };
}

function masked(booking: BookingWithGuest): BookingWithGuest {
  const { guest } = booking;
  return {
    ...booking,
    specialRequests: null,
    guest: { ...guest, name: maskName(guest.name), email: maskEmail(guest.email), phone: maskPhone(guest.phone) },
  };
}
