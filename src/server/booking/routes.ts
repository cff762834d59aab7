import {
  availability,
  bookingConfirmation,
  bookingDetail,
  createBooking as createBookingEndpoint,
  listBookings,
} from "#contract/booking.ts";
import { type BookingWithGuest, PROPERTY_ID } from "#domain/booking/booking.ts";
import { freeCancellationUntil } from "#domain/booking/cancellation.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import { toDollarString } from "#domain/money/money.ts";
import type { Mount } from "../http/mount.ts";
import { keyReused, notFound, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { unavailableNights } from "./check-availability.ts";
import { createBooking, type CreateBookingNeeds, type CreateBookingResult } from "./create-booking.ts";
import { findConfirmation } from "./find-confirmation.ts";

export type BookingRouteNeeds = CreateBookingNeeds & {
  today: () => Promise<LocalDate>;
  /** What the confirmation shows of the cottage. */
  propertyFacts: () => Promise<{ name: string; location: string; imageUrl: string }>;
  limits: { bookings: RateLimit; confirmation: RateLimit; availability: RateLimit };
};

/** Longest span that one availability call answers: the whole booking window and a month. */
const MAX_SPAN_DAYS = 800;
const BOOKING_ID = /^[A-Za-z0-9_-]{22}$/;
/** SPEC 8. The same bytes for a malformed and an unknown id. */
const bookingNotFound = () => notFound("We couldn't find the booking you're looking for.");

export function mountBookings(mount: Mount, needs: BookingRouteNeeds): void {
  const { bookings, limits } = needs;

  mount(
    createBookingEndpoint,
    async ({ body }, call) => {
      if (body.propertyId !== PROPERTY_ID) return notFound("There is no such property.");
      const submit = call.idempotencyKey ? { key: call.idempotencyKey, call: createBookingEndpoint.path, body } : null;
      const { browserHash, addressHash } = call;
      const result = await createBooking(
        needs,
        {
          guestId: body.guestId,
          stay: { checkIn: body.checkInDate, checkOut: body.checkOutDate },
          guestCount: body.guestCount,
          status: body.status,
          specialRequests: body.specialRequests || null,
        },
        { browserHash, addressHash, accessHash: call.rememberBrowser() },
        submit,
      );
      return result.ok ? { id: result.id, reference: result.reference } : refusal(result);
    },
    limits.bookings,
  );

  mount(
    bookingConfirmation,
    async ({ params }, call) => {
      if (!BOOKING_ID.test(params.bookingId)) return bookingNotFound();
      const viewer = { isAdmin: (await call.admin()) !== null, browserHash: call.browserHash };
      const found = await findConfirmation(needs, params.bookingId, viewer);
      if (!found) return bookingNotFound();
      return {
        ...(await detailsOf(found.booking)),
        guestMasked: found.guestMasked,
      };
    },
    limits.confirmation,
  );

  mount(
    availability,
    async ({ query }) => {
      if (daysBetween(query.from, query.to) > MAX_SPAN_DAYS) {
        return new Problem(400, `Ask for at most ${MAX_SPAN_DAYS} days at once.`);
      }
      const today = await needs.today();
      return { ...query, today, unavailable: await unavailableNights(needs, query, today) };
    },
    limits.availability,
  );

  mount(listBookings, async () => (await bookings.list()).map(adminRow));

  mount(bookingDetail, async ({ params }) => {
    const booking = BOOKING_ID.test(params.bookingId) ? await bookings.find(params.bookingId) : null;
    if (!booking) return bookingNotFound();
    const history = await bookings.history(booking.id);
    return {
      ...adminRow(booking),
      ...(await detailsOf(booking)),
      timeZone: booking.policy.timeZone,
      history: history.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    };
  });

  async function detailsOf(booking: BookingWithGuest) {
    return {
      ...stayFacts(booking),
      property: await needs.propertyFacts(),
      guest: booking.guest,
      specialRequests: booking.specialRequests,
      priceLines: booking.priceLines.map((line) => ({
        label: line.label,
        quantity: line.quantity,
        unitAmount: toDollarString(line.unitCents),
        amount: toDollarString(line.amountCents),
      })),
      freeCancellationUntil: freeCancellationUntil(booking.checkIn, booking.policy).toISOString(),
    };
  }
}

function refusal(result: Exclude<CreateBookingResult, { ok: true }>): Problem {
  switch (result.reason) {
    case "nights-taken":
      return new Problem(409, {
        message: "Sorry, these dates were just taken. Please choose other dates.",
        nights: result.nights,
      });
    case "guest-unknown":
      return new Problem(400, {
        message: "Your details have expired. Please send the form again.",
        fields: { guestId: "Register the guest again with POST /api/guests" },
      });
    case "stay-refused":
      return new Problem(400, { message: result.message, fields: { [result.field]: result.message } });
    case "key-reused":
      return keyReused();
  }
}

function stayFacts(booking: BookingWithGuest) {
  return {
    id: booking.id,
    reference: booking.reference,
    status: booking.status,
    checkInDate: booking.checkIn,
    checkOutDate: booking.checkOut,
    nights: nightCount(booking),
    guestCount: booking.guestCount,
    totalAmount: toDollarString(booking.totalCents),
  };
}

function adminRow(booking: BookingWithGuest) {
  return {
    ...stayFacts(booking),
    propertyId: booking.propertyId,
    guestId: booking.guestId,
    source: booking.source,
    checkIn: booking.checkIn,
    checkOut: booking.checkOut,
    createdAt: booking.createdAt.toISOString(),
    guest: booking.guest,
  };
}
