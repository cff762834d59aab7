import { availability, bookingConfirmation, createBooking } from "#contract/booking.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { registerGuest } from "#contract/guests.ts";
import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { call, type Fetch, queryOf } from "./client.ts";

/** The whole time in which a stay can be booked. */
export const DEFAULT_AVAILABILITY = BOOKING_WINDOW_DAYS;

export function availabilityQuery(from: string, days: number) {
  const first: LocalDate = toLocalDate(from);
  // Sold nights change under the page: fetched anew when the screen opens.
  return queryOf(availability, { query: { from: first, to: addDays(first, days) } }, { staleTime: 30_000 });
}

export function confirmationQuery(bookingId: string) {
  return queryOf(bookingConfirmation, { params: { bookingId } });
}

export type BookingRequest = {
  guest: CallInput<typeof registerGuest>["body"];
  stay: Omit<CallInput<typeof createBooking>["body"], "guestId">;
};

/** The two steps of SPEC 7 under one key, so that a second tap or a lost answer leads to the same booking. */
export async function book(request: BookingRequest, idempotencyKey: string, fetch?: Fetch) {
  const options = { idempotencyKey, ...(fetch ? { fetch } : {}) };
  const guest = await call(registerGuest, { body: request.guest }, options);
  return call(createBooking, { body: { ...request.stay, guestId: guest.id } }, options);
}
