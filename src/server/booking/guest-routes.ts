import * as contract from "#contract/own-stay.ts";
import type { StoredBooking } from "#domain/booking/booking.ts";
import { cancellationTimes } from "#domain/booking/cancellation.ts";
import { typedReference } from "#domain/booking/reference.ts";
import { nightCount } from "#domain/booking/stay.ts";
import { amountString } from "#domain/money/currency.ts";
import { textsIn } from "#texts/server-texts.ts";
import type { Call } from "../http/call.ts";
import type { Database } from "../database/connect.ts";
import { Download } from "../http/download.ts";
import type { Mount } from "../http/mount.ts";
import { Problem } from "../http/problem.ts";
import type { RateLimit } from "../http/rate-limit.ts";
import { acceptOffer, type RequestNoteNeeds } from "./accept-offer.ts";
import { cancelOwnStay } from "./cancel-own-stay.ts";
import { cancellationTerms, changeOwnStay, type ChangeNeeds, offersChanges } from "./change-own-stay.ts";
import { bookingNotFound, cannotCheckDates, refusalOf } from "./admin-routes.ts";
import type { LinkNeeds } from "./open-link.ts";
import type { GuestMail } from "../core/guest-mail.ts";
import type { CorrectEmailResult } from "./ports.ts";
import type { LinkStore } from "./link-queries.ts";
import { sendOwnLink } from "./send-own-link.ts";
import { linesView } from "./views.ts";

export type GuestRouteNeeds = ChangeNeeds &
  RequestNoteNeeds &
  Pick<LinkNeeds, "rules" | "payHours" | "canPay"> & {
    database: Database;
    links: LinkStore;
    ownLink: (bookingId: string) => Promise<string>;
    mailGuest: (mail: GuestMail) => Promise<void>;
    linkByMail: () => Promise<boolean>;
    correctEmail: (order: { bookingId: string; browserHash: string; email: string }) => Promise<CorrectEmailResult>;
    /** The stay as a calendar file (RFC 5545). */
    stayFile: (booking: StoredBooking) => Promise<string>;
    limits: { link: RateLimit; openLink: RateLimit; confirmation: RateLimit };
  };

/** The message is the same if the booking does not exist. */
const EMAIL_NOT_CORRECTED = () => new Problem(403, { kind: "email-not-corrected" });

/** The message is the same for every booking. */
const CALL_FOR_LINK = () => new Problem(409, { kind: "call-for-link" });

export function mountGuestPage(mount: Mount, needs: GuestRouteNeeds): void {
  mount(
    contract.sendLink,
    async ({ params }, call) => {
      if (!(await needs.linkByMail())) return CALL_FOR_LINK();
      await sendOwnLink(needs, params.bookingId);
      return { message: textsIn(call.language).refusals["link-sent"] };
    },
    needs.limits.link,
  );

  mount(contract.readLinkDelivery, async () => ({ byMail: await needs.linkByMail() }), needs.limits.confirmation);

  mount(
    contract.findBooking,
    async ({ body }, call) => {
      if (!(await needs.linkByMail())) return CALL_FOR_LINK();
      const id = await needs.bookings.idOf(typedReference(body.reference), body.email);
      if (id !== null) await sendOwnLink(needs, id);
      return { message: textsIn(call.language).refusals["link-sent-if-found"] };
    },
    needs.limits.link,
  );

  mount(
    contract.correctOwnEmail,
    async ({ params, body }, call) => {
      const { browserHash } = call;
      const order = { ...params, email: body.email };
      const result = browserHash === null ? "refused" : await needs.correctEmail({ ...order, browserHash });
      if (result === "already-right" && (await needs.linkByMail())) await sendOwnLink(needs, params.bookingId);
      if (result === "already-right" || result === "corrected") return { email: body.email };
      return result === "refused" ? EMAIL_NOT_CORRECTED() : new Problem(409, { kind: "reload-and-try-again" });
    },
    needs.limits.link,
  );

  const acts = needs.limits.confirmation;
  mount(
    contract.ownStayFile,
    async ({ params }) => {
      const booking = await needs.bookings.find(params.bookingId);
      if (!booking || booking.status === "cancelled") return bookingNotFound();
      return new Download("text/calendar; charset=utf-8", "stay.ics", await needs.stayFile(booking));
    },
    acts,
  );

  mount(
    contract.cancelOwnStay,
    async ({ params, body }, call) => {
      const refused = await refuseStranger(needs, params.bookingId, call);
      if (refused) return refused;
      const result = await cancelOwnStay(needs, { id: params.bookingId, expectedFee: body.expectedFee });
      if (!result.ok) return refusalOf(result);
      const { status, cancellationFeeCents, currency } = result.booking;
      return { status, cancellationFee: amountString(cancellationFeeCents ?? 0, currency) };
    },
    acts,
  );

  mount(
    contract.acceptOffer,
    async ({ params, body }, call) => {
      const refused = await refuseStranger(needs, params.bookingId, call);
      if (refused) return refused;
      const { checkInDate: checkIn, checkOutDate: checkOut, ...seen } = body;
      const result = await acceptOffer(needs, { id: params.bookingId, checkIn, checkOut, ...seen });
      if (!result.ok) {
        if (result.reason === "nights-taken")
          return new Problem(409, { message: { kind: "offer-over" }, nights: result.nights });
        return result.reason === "platforms-unreachable" ? cannotCheckDates() : refusalOf(result);
      }
      const { id, status, waiting } = result.booking;
      return { status, payPage: waiting?.for === "payment" ? `/booking/pay/${id}` : null };
    },
    acts,
  );

  mount(
    contract.quoteOwnStay,
    async ({ params, query }, call) => {
      const refused = await refuseStranger(needs, params.bookingId, call);
      if (refused) return refused;
      const booking = await needs.bookings.find(params.bookingId);
      if (!booking) return bookingNotFound();
      const stay = { checkIn: query.checkInDate, checkOut: query.checkOutDate };
      const offers = await offersChanges(needs, { id: booking.id, stay });
      const [taken, kept, asksHost] = await Promise.all([
        needs.bookings.nightsOfOthers(booking.id, stay.checkIn, stay.checkOut),
        needs.bookings.keptNights(booking.id, stay.checkIn, stay.checkOut),
        needs.mayAskHost(),
      ]);
      const claims = await needs.bookings.claims(booking.id, offers.at);
      const offer = offers.of(booking, { stay, guestCount: query.guestCount }, { check: { asksHost }, claims });
      if (!offer.ok) return refusalOf(offer);
      return {
        ...query,
        nights: nightCount(stay),
        ...linesView(offer, call.language),
        ...cancellationTimes({ ...offer, checkIn: stay.checkIn }, offers.at),
        totalAmount: amountString(offer.totalCents, booking.currency),
        difference: amountString(offer.totalCents - booking.totalCents, booking.currency),
        terms: cancellationTerms(offer),
        asksHost: offer.asksHost,
        takenNights: [...taken, ...kept].toSorted(),
      };
    },
    acts,
  );

  mount(
    contract.changeOwnStay,
    async ({ params, body }, call) => {
      const refused = await refuseStranger(needs, params.bookingId, call);
      if (refused) return refused;
      const { checkInDate: checkIn, checkOutDate: checkOut, ...change } = body;
      const result = await changeOwnStay(needs, { id: params.bookingId, stay: { checkIn, checkOut }, ...change });
      if (!result.ok) {
        if (result.reason === "nights-taken") return newNightsTaken(result.nights);
        return result.reason === "platforms-unreachable" ? cannotCheckDates() : refusalOf(result);
      }
      const { status, totalCents, currency, changeRequest } = result.booking;
      const requested = changeRequest?.checkIn === checkIn && changeRequest.checkOut === checkOut;
      return { status, totalAmount: amountString(totalCents, currency), requested };
    },
    acts,
  );
}

/**
 * A viewer who has only the page's URL sees the stay but cannot change it. The message is the same for an unknown
 * booking.
 */
async function refuseStranger({ bookings }: GuestRouteNeeds, id: string, call: Call): Promise<Problem | null> {
  const { browserHash } = call;
  if (browserHash !== null && (await bookings.hasAccess(id, browserHash))) return null;
  return new Problem(403, { kind: "open-your-link" });
}

function newNightsTaken(nights: string[]): Problem {
  return new Problem(409, {
    message: { kind: "new-nights-taken" },
    nights,
  });
}
