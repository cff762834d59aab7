import type { ChangeRequest, StoredBooking } from "#domain/booking/booking.ts";
import { allowance, mayHoldUnproven } from "#domain/booking/admission.ts";
import { freeCancellationOver } from "#domain/booking/cancellation.ts";
import { refuseOwnChange } from "#domain/booking/own-stay.ts";
import { addedNights, nightCount, sameDates, type Stay } from "#domain/booking/stay.ts";
import { stayEvent } from "#domain/booking/timeline.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { amountString } from "#domain/money/currency.ts";
import { earliestArrival } from "#domain/pricing/booking-notice.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import type { SoldPrice } from "#domain/pricing/change-quote.ts";
import { changePrice, policyOf, withFeesAtLeast } from "#domain/pricing/sold-price.ts";
import type { StayRefusal } from "#domain/pricing/stay-check.ts";
import type { Reason } from "#texts/reason.ts";
import type { CalendarCheck } from "../database/calendar.ts";
import { declineChange, openRequest } from "./answer-change.ts";
import { type ActFacts, type ActResult, type Claims, GUEST, refuse, type Refusal } from "./ports.ts";
import type { CreateBookingNeeds } from "./create-booking.ts";
import { fieldOf } from "./refused-field.ts";
import { takenAround } from "./taken-around.ts";

export type ChangeNeeds = Pick<CreateBookingNeeds, "bookings" | "clock" | "bookingTerms" | "rules">;
type ChangeInput = { stay: Stay; guestCount: number };
type Priced = Pick<ChangeRequest, "policy" | keyof SoldPrice>;
export type Offer = { ok: true; asksHost: boolean; aboveAllowance: boolean } & Priced;

const WITHDRAWN = "The guest has withdrawn the request to change the dates; the stay was not changed";

/**
 * The guest moves the stay or changes the number of guests, at the price and on the terms that were shown. If nights
 * are taken, the booking keeps its old stay. If new nights need the host's approval, the change waits, and the booking
 * holds the nights of both stays. Asking for the booked stay withdraws such a request.
 */
export async function changeOwnStay(
  needs: ChangeNeeds,
  {
    id,
    stay,
    guestCount,
    expectedTotal,
    expectedTerms,
    keepBooked,
  }: ChangeInput & {
    id: string;
    expectedTotal: string;
    expectedTerms?: string | undefined;
    keepBooked?: boolean | undefined;
  },
): Promise<ActResult> {
  const offer = await offersChanges(needs, { id, stay });
  /** Set for a repeated request: the stay has already been changed, or the change has already been requested. */
  let repeated: StoredBooking | null = null;
  const result = await needs.bookings.act({
    id,
    actor: GUEST,
    notByHost: true,
    at: offer.at,
    decide: (booking, facts) => {
      const { status, changeRequest, currency } = booking;
      const isRequested = (one: StoredBooking | ChangeRequest) =>
        one.checkIn === stay.checkIn &&
        one.checkOut === stay.checkOut &&
        one.guestCount === guestCount &&
        amountString(one.totalCents, currency) === expectedTotal;
      const open = openRequest(booking, offer.at);
      const isBooked = status !== "cancelled" && isRequested(booking);
      if (isBooked && changeRequest) return declineChange(WITHDRAWN);
      if (isBooked || (open && isRequested(open))) {
        repeated = booking;
        return refuse({ kind: "nothing-to-change" });
      }
      // The booked stay has changed since the guest saw it; the guest did not ask to change it back.
      if (keepBooked && status !== "cancelled") return refuse({ kind: "other-stay" });
      const offered = offer.of(booking, { stay, guestCount }, facts);
      if (!offered.ok) return offered;
      if (amountString(offered.totalCents, booking.currency) !== expectedTotal) {
        return refuse({ kind: "costs-now", cents: offered.totalCents, currency: offered.sold.terms.currency });
      }
      if (expectedTerms !== undefined && cancellationTerms(offered) !== expectedTerms)
        return refuse({ kind: "other-terms" });
      const { ok: _ok, asksHost, aboveAllowance, ...priced } = offered;
      const next = { checkIn: stay.checkIn, checkOut: stay.checkOut, guestCount, ...priced };
      const event = stayEvent(booking, { ...booking, ...next });
      if (event === "") return refuse({ kind: "nothing-to-change" });
      if (!asksHost) return { ok: true, act: "booking.stay", event, next };
      const requested = open ? addedNights(booking, open) : [];
      const isKnown = addedNights(booking, stay).every((night) => requested.includes(night));
      const since = open && isKnown ? open.since : offer.at;
      return {
        ok: true,
        act: "booking.change-request",
        event: `Requested by the guest, waiting for the host: ${event}`,
        // A request that replaces an open one keeps its deadline, so that the nights are not held indefinitely.
        next: { changeRequest: { ...next, until: open?.until ?? offer.until, since } },
        aboveAllowance,
      };
    },
  });
  return repeated ? { ok: true, booking: repeated } : result;
}

/** Works out what a change costs now, and whether the host has to approve it. */
export async function offersChanges(
  { bookings, clock, bookingTerms, rules }: ChangeNeeds,
  change: { id: string; stay: Stay },
) {
  const at = clock();
  const [terms, rule] = await Promise.all([bookingTerms(), rules()]);
  const document = terms.prices;
  const taken = await takenAround(bookings, change, document);
  return {
    at,
    until: new Date(at.getTime() + rule.requestHours * HOUR_MS),
    of: (
      booking: StoredBooking,
      { stay, guestCount }: ChangeInput,
      { check, claims }: Pick<ActFacts, "claims"> & { check: Pick<CalendarCheck, "asksHost"> | null },
    ): Offer | Refusal => {
      const kind = refuseOwnChange(booking, { ...stay, guestCount }, at);
      if (kind) return refuse({ kind });
      const today = dayAt(at, terms.timeZone);
      const earliest = earliestArrival(document.notice, at, terms.timeZone);
      const onSameDates = sameDates(stay, booking);
      if (onSameDates && booking.changeRequest && guestCount !== booking.guestCount)
        return refuse({ kind: "asked-for-other-dates" });
      if (!onSameDates && booking.currency !== document.currency) return refuse({ kind: "other-currency" });
      const isFeeDue = freeCancellationOver(booking, at);
      // Otherwise, extending the stay by one night would make cancelling free again.
      const anew = rule.policyAnew && !onSameDates && !isFeeDue;
      const calendar = createSellingCalendar(document, taken, today, earliest);
      const cancellation = anew ? document.cancellation : booking.sold.terms.cancellation;
      const change = changePrice(booking, { stay, guests: guestCount }, calendar, cancellation);
      if (!change.ok) return refuse(stayRefused(change.refusal), 400, fieldOf(change.refusal));
      const price = isFeeDue ? withFeesAtLeast(booking, change.price) : change.price;
      const policy = anew ? policyOf(document.cancellation, terms) : booking.policy;
      if (onSameDates) return { ok: true, ...price, policy, asksHost: false, aboveAllowance: false };
      const room = roomFor(booking, stay, claims);
      if (room === "prove-first") return refuse({ kind: "open-link-for-longer" });
      if (room === "none") return refuse({ kind: "call-for-so-many-nights" });
      const hostDecides = rule.bookingMode === "request" || room === "request" || Boolean(check?.asksHost);
      return {
        ok: true,
        ...price,
        policy,
        aboveAllowance: room === "request",
        asksHost: hostDecides && addedNights(booking, stay).length > 0,
      };
    },
  };
}

/** The cancellation terms shown to the guest; a moved stay may get today's policy, if the host has chosen that. */
export function cancellationTerms({ policy, sold }: Priced): string {
  return JSON.stringify([policy, sold.cancellation]);
}

const HOUR_MS = 3_600_000;

/** A booking cannot be extended beyond what its guest could have booked. */
function roomFor(booking: Stay, stay: Stay, claims: Claims | null): ReturnType<typeof allowance> | "prove-first" {
  const nights = nightCount(stay);
  if (!claims || nights <= nightCount(booking)) return "book";
  if (!claims.proven && !mayHoldUnproven(claims.held, nights)) return "prove-first";
  return allowance(claims.held, nights);
}

function stayRefused(refusal: StayRefusal): Reason {
  return { kind: "stay-refused", refusal };
}
