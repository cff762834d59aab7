import type { ProblemsTexts } from "#texts/en/problems.ts";
import { availability, bookingConfirmation, createBooking } from "#contract/booking.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { registerGuest } from "#contract/guests.ts";
import { BOOKING_WINDOW_DAYS } from "#domain/booking/limits.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { ApiError, call, type Fetch, queryOf, messageOf } from "./client.ts";

/** In days: the longest booking window that a host can set. */
export const DEFAULT_AVAILABILITY = BOOKING_WINDOW_DAYS;

/** In days: covers the landing page's two months, and gaps that continue beyond them. */
export const LANDING_AVAILABILITY = 100;

export function availabilityQuery(from: LocalDate, days: number) {
  // Nights may be sold at any time.
  return queryOf(availability, { query: { from, to: addDays(from, days) } }, { staleTime: 30_000 });
}

export function confirmationQuery(bookingId: string) {
  return queryOf(bookingConfirmation, { params: { bookingId } });
}

export type BookingRequest = {
  guest: CallInput<typeof registerGuest>["body"];
  stay: Omit<CallInput<typeof createBooking>["body"], "guestId">;
};

/**
 * The message is the one that SPEC 8 specifies; it is empty if the response to the booking was lost, because each form
 * has its own message for that. `status` is null if there was no response.
 */
export class BookingFailure extends Error {
  readonly status: number | null;
  readonly fields: Record<string, string>;
  /** Taken nights. */
  readonly nights: string[];
  /** True if the guest must first open a link that we have emailed. */
  readonly checkEmail: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    const apiError = cause instanceof ApiError ? cause : null;
    this.status = apiError?.status ?? null;
    this.fields = apiError?.problem.fields ?? {};
    this.nights = apiError?.problem.nights ?? [];
    this.checkEmail = apiError?.problem.checkEmail ?? false;
  }
}

/**
 * Performs the two steps in SPEC 7 with one key, so that a second tap or a retry after a lost response leads to the
 * same booking. The server deletes a guest without a booking after an hour; a second key then registers the guest
 * again.
 */
export async function book(request: BookingRequest, idempotencyKey: string, texts: ProblemsTexts, fetch?: Fetch) {
  try {
    return await bookOnce(request, idempotencyKey, texts, fetch);
  } catch (error) {
    const expired = error instanceof BookingFailure && "guestId" in error.fields;
    if (!expired) throw error;
    return bookOnce(request, `${idempotencyKey}.again`, texts, fetch);
  }
}

async function bookOnce(
  { guest, stay }: BookingRequest,
  idempotencyKey: string,
  texts: ProblemsTexts,
  fetch: Fetch | undefined,
) {
  const options = { idempotencyKey, ...(fetch ? { fetch } : {}) };
  const registered = await call(registerGuest, { body: guest }, options).catch((error: unknown) => {
    const message = messageOf(error);
    throw new BookingFailure(message ? texts.noGuestBecause(message) : texts.noGuest, error);
  });
  return call(createBooking, { body: { ...stay, guestId: registered.id } }, options).catch((error: unknown) => {
    throw new BookingFailure(messageOf(error) || (error instanceof ApiError ? texts.noBooking : ""), error);
  });
}
