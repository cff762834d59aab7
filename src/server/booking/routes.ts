import { availability, bookingConfirmation, createBooking as createBookingEndpoint } from "#contract/booking.ts";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import { daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import { type Cents, toDollarString } from "#domain/money/money.ts";
import { lineLabel } from "#domain/pricing/line-text.ts";
import type { StayQuote } from "#domain/pricing/quote.ts";
import { CODE_REFUSED } from "#domain/pricing/refusal-text.ts";
import type { Mount } from "../http/mount.ts";
import { keyReused, notFound, Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { type ArrivalNeeds, arrivalOf } from "./arrival-notes.ts";
import { unavailableNights } from "./check-availability.ts";
import { createBooking, type CreateBookingNeeds, type CreateBookingResult } from "./create-booking.ts";
import { bookingNotFound, cannotCheckDates, type AdminBookingNeeds } from "./admin-routes.ts";
import { findConfirmation } from "./find-confirmation.ts";
import { confirmationView, priceLineView } from "./views.ts";

export type BookingRouteNeeds = CreateBookingNeeds &
  ArrivalNeeds & {
    today: () => Promise<LocalDate>;
    /** What the confirmation shows of the cottage. */
    propertyFacts: AdminBookingNeeds["propertyFacts"];
    linkByMail: () => Promise<boolean>;
    limits: { codes: RateLimit; bookings: RateLimit; confirmation: RateLimit; availability: RateLimit };
  };

/** Longest span that one availability call answers: the whole booking window and a month. */
const MAX_SPAN_DAYS = 800;
const BOOKING_ID = /^[A-Za-z0-9_-]{22}$/;

export function mountBookings(mount: Mount, needs: BookingRouteNeeds): void {
  const { limits } = needs;

  mount(
    createBookingEndpoint,
    async ({ body }, call) => {
      if (body.propertyId !== PROPERTY_ID) return notFound("There is no such property.");
      const tooManyCodes = body.code ? await limits.codes(call.networkHash) : null;
      if (tooManyCodes) return tooManyCodes;
      // How the form was filled in, and what the page then shows, may differ between two tries of one submit.
      const { website, filledMs, expectedRate = null, expectedTotal = null, ...said } = body;
      const submit = call.idempotencyKey
        ? { key: call.idempotencyKey, call: createBookingEndpoint.path, body: said }
        : null;
      const { browserHash, addressHash } = call;
      const result = await createBooking(
        needs,
        {
          guestId: body.guestId,
          stay: { checkIn: body.checkInDate, checkOut: body.checkOutDate },
          guestCount: body.guestCount,
          status: body.status,
          specialRequests: body.specialRequests || null,
          code: body.code || null,
          expected: { rate: expectedRate, total: expectedTotal },
          manners: { website, filledMs },
        },
        { browserHash, addressHash, networkBlock: call.networkBlock, accessHash: call.rememberBrowser() },
        submit,
      );
      if (!result.ok) return refusal(result);
      const { id, reference, status } = result;
      return { id, reference, status, emailed: await needs.linkByMail() };
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
      const view = confirmationView(found, await needs.propertyFacts(), needs.clock());
      const [linkByMail, arrival] = await Promise.all([
        needs.linkByMail(),
        found.guestMasked ? null : arrivalOf(needs, found.booking, needs.clock()),
      ]);
      return { ...view, linkByMail, arrival };
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
    { sameForAll: true },
  );
}

function otherPrice({ currency, lines, totalCents }: StayQuote): Problem {
  const said = lines
    .map((line) =>
      line.kind === "nights"
        ? `${nights(line.quantity)} × ${dollarText(line.unitCents)}`
        : `${lineLabel(line, currency)}: ${dollarText(line.amountCents)}`,
    )
    .join(" + ");
  return new Problem(409, {
    message: `These dates cost ${dollarText(totalCents)} in total (${said}), which is not the price you were shown. Please check the new total, then press Book Now again.`,
    price: {
      totalAmount: toDollarString(totalCents),
      priceLines: lines.map((line) => priceLineView(line, currency)),
      currency,
      lines,
    },
  });
}

const dollarText = (cents: Cents) => `$${toDollarString(cents).replace(".00", "")}`;

const nights = (count: number) => (count === 1 ? "1 night" : `${count} nights`);

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
    case "prove-first":
      return new Problem(409, {
        message:
          "One more step: we've sent you an email. Please open the link in it within an hour, then press Book Now again.",
        checkEmail: true,
      });
    case "call-us":
      return new Problem(
        409,
        "You've already booked or asked for other nights. These dates are free: please call us to book them too.",
      );
    case "proofs-paused":
      return new Problem(
        409,
        "We can't confirm email addresses right now because of unusually many booking attempts. The nights are still free: please call us to book.",
      );
    case "price-changed":
      return otherPrice(result.quote);
    case "stay-refused":
      return new Problem(400, {
        message: result.message,
        fields: { [result.field]: result.message },
        ...(result.nearest.length > 0 && {
          nearest: result.nearest.map(({ checkIn, checkOut, totalCents }) => ({
            checkInDate: checkIn,
            checkOutDate: checkOut,
            totalCents,
          })),
        }),
      });
    case "code-refused":
      return new Problem(400, { message: CODE_REFUSED, fields: { code: CODE_REFUSED } });
    case "platforms-silent":
      return cannotCheckDates();
    case "key-reused":
      return keyReused();
  }
}
