import { bookingDetail, listBookings } from "#contract/booking.ts";
import { queryOf } from "./client.ts";

// Guests book while the portal is open: fetched anew whenever a screen opens.
export const bookingsQuery = queryOf(listBookings, {}, { staleTime: 0 });

export function bookingQuery(bookingId: string) {
  return queryOf(bookingDetail, { params: { bookingId } }, { staleTime: 0 });
}
