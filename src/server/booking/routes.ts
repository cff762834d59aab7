import * as contract from "#contract/booking.ts";
import type { Confirmation } from "#contract/booking.ts";
import { PROPERTY_ID, type StoredBooking } from "#domain/booking/booking.ts";
import { daysBetween, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Language } from "#domain/language/language.ts";
import { amountString } from "#domain/money/currency.ts";
import type { Mount } from "../http/mount.ts";
import { keyReused, notFound, Problem } from "../http/problem.ts";
import type { GuessLimit, RateLimit } from "../http/rate-limit.ts";
import { isId } from "../runtime/ids.ts";
import { requestNote, type RequestNoteNeeds } from "./accept-offer.ts";
import { type ArrivalNeeds, arrivalOf } from "./arrival-notes.ts";
import { unavailableNights } from "./check-availability.ts";
import { createBooking, type CreateBookingNeeds, type CreateBookingResult } from "./create-booking.ts";
import { bookingNotFound, cannotCheckDates, type AdminBookingNeeds } from "./admin-routes.ts";
import { findConfirmation } from "./find-confirmation.ts";
import { confirmationView, priceLineView } from "./views.ts";

export type BookingRouteNeeds = CreateBookingNeeds &
  RequestNoteNeeds &
  ArrivalNeeds & {
    today: () => Promise<LocalDate>;
    /** The property data that the confirmation shows. */
    propertyFacts: AdminBookingNeeds["propertyFacts"];
    linkByMail: () => Promise<boolean>;
    /** The amounts paid and due, and the receipts, as the guest sees them; omitted if nothing is paid online. */
    paymentOf?: (booking: StoredBooking) => Promise<NonNullable<Confirmation["payment"]>>;
    limits: { codes: GuessLimit; bookings: RateLimit; confirmation: RateLimit; availability: RateLimit };
  };

/** Longest span of one availability request: the booking window of two years, plus some margin. */
const MAX_SPAN_DAYS = 800;

/**
 * A guest with a valid code may try any dates. A reused idempotency key may be refused either before or after the code
 * is checked, so the refusal says nothing about the code.
 */
function isValidCode(result: CreateBookingResult): boolean {
  return result.ok || ("isWrong" in result ? !result.isWrong : result.reason !== "key-reused");
}

export function mountBookings(mount: Mount, needs: BookingRouteNeeds): void {
  const { limits } = needs;

  mount(
    contract.createBooking,
    async ({ body }, call) => {
      if (body.propertyId !== PROPERTY_ID) return notFound({ kind: "no-such-property" });
      // How the form was filled in, and the price that the page showed, may differ between two attempts at one
      // submission.
      const { website, filledMs, expectedRate = null, expectedTotal = null, expectedTerms = null, ...input } = body;
      const submit = call.idempotencyKey
        ? { key: call.idempotencyKey, call: contract.createBooking.path, body: input }
        : null;
      const { browserHash, networkBlock } = call;
      const code = body.code || null;
      const addressHash = await call.addressHash();
      const caller = { browserHash, addressHash, networkBlock, accessHash: call.rememberBrowser() };
      const book = () =>
        createBooking(
          needs,
          {
            guestId: body.guestId,
            stay: { checkIn: body.checkInDate, checkOut: body.checkOutDate },
            guestCount: body.guestCount,
            status: body.status,
            specialRequests: body.specialRequests || null,
            language: call.language,
            code,
            expected: { rate: expectedRate, total: expectedTotal, terms: expectedTerms },
            botSignals: { website, filledMs },
          },
          caller,
          submit,
        );
      const result = code ? await limits.codes(call.networkHash, book, isValidCode) : await book();
      if (result instanceof Problem) return result;
      if (!result.ok) return refusal(result, call.language);
      const { id, reference, status, waits } = result;
      const payPage = waits === "payment" ? { payPage: `/booking/pay/${id}` } : {};
      return { id, reference, status, emailed: await needs.linkByMail(), ...payPage };
    },
    limits.bookings,
  );

  mount(
    contract.bookingConfirmation,
    async ({ params }, call) => {
      if (!isId(params.bookingId)) return bookingNotFound();
      const viewer = { isAdmin: (await call.admin()) !== null, browserHash: call.browserHash };
      const found = await findConfirmation(needs, params.bookingId, viewer);
      if (!found) return bookingNotFound();
      const seen = { now: needs.clock(), language: call.language };
      const payments = await needs.bookings.payments(found.booking.id);
      const view = confirmationView(found, payments, await needs.propertyFacts(call.language), seen);
      // A viewer who has only the page's URL must not learn whether the guest has an email address.
      const mayHaveEmail = found.guestMasked || found.booking.guest.email !== "";
      const [sendsMail, arrival] = await Promise.all([
        needs.linkByMail(),
        found.guestMasked ? null : arrivalOf(needs, found.booking, seen),
      ]);
      const payment = found.isGuest ? await needs.paymentOf?.(found.booking) : undefined;
      const note = found.isGuest && (await requestNote(needs, found.booking, call.language));
      return {
        ...view,
        linkByMail: sendsMail && mayHaveEmail,
        arrival,
        ...(payment ? { payment } : {}),
        ...(note ? { requestNote: note } : {}),
      };
    },
    limits.confirmation,
  );

  mount(
    contract.availability,
    async ({ query }) => {
      if (daysBetween(query.from, query.to) > MAX_SPAN_DAYS) {
        return new Problem(400, `Request at most ${MAX_SPAN_DAYS} days at a time.`);
      }
      const today = await needs.today();
      return { ...query, today, ...(await unavailableNights(needs, query, today)) };
    },
    limits.availability,
    { sameForAll: true },
  );
}

type Changed = Extract<CreateBookingResult, { reason: "price-changed" }>;

function otherPrice({ quote: { currency, lines, totalCents }, onlyTerms }: Changed, language: Language): Problem {
  return new Problem(409, {
    message: onlyTerms ? { kind: "other-terms" } : { kind: "other-price", cents: totalCents, currency, lines },
    price: {
      totalAmount: amountString(totalCents, currency),
      priceLines: lines.map((line) => priceLineView(line, currency, language)),
      currency,
      lines,
    },
  });
}

function refusal(result: Exclude<CreateBookingResult, { ok: true }>, language: Language): Problem {
  switch (result.reason) {
    case "nights-taken":
      return new Problem(409, {
        message: { kind: "dates-just-taken" },
        nights: result.nights,
      });
    case "guest-unknown":
      return new Problem(400, {
        message: { kind: "details-expired" },
        fields: { guestId: "Register the guest again with POST /api/guests" },
      });
    case "prove-first":
      return new Problem(409, {
        message: { kind: "check-email" },
        checkEmail: true,
      });
    case "phone-required":
      return new Problem(409, { kind: "call-for-more-nights" });
    case "proofs-paused":
      return new Problem(409, { kind: "proofs-paused" });
    case "price-changed":
      return otherPrice(result, language);
    case "stay-refused":
      return new Problem(400, {
        message: { kind: "stay-refused", refusal: result.refusal },
        fields: { [result.field]: { kind: "stay-refused", refusal: result.refusal } },
        ...(result.nearest.length > 0 && {
          nearest: result.nearest.map(({ checkIn, checkOut, totalCents }) => ({
            checkInDate: checkIn,
            checkOutDate: checkOut,
            totalCents,
          })),
        }),
      });
    case "code-held":
    case "code-refused":
      return new Problem(400, { message: { kind: result.reason }, fields: { code: { kind: result.reason } } });
    case "platforms-unreachable":
      return cannotCheckDates();
    case "key-reused":
      return keyReused();
  }
}
