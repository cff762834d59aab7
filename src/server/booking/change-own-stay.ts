import type { KeptBooking } from "#domain/booking/booking.ts";
import type { CancellationPolicy } from "#domain/booking/cancellation.ts";
import { mayHold } from "#domain/booking/intake.ts";
import { refuseOwnChange } from "#domain/booking/own-stay.ts";
import { type PriceLine, quote } from "#domain/booking/price.ts";
import { refuseStay } from "#domain/booking/refuse-stay.ts";
import { nightCount, type Stay } from "#domain/booking/stay.ts";
import { stayEvent } from "#domain/booking/timeline.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { type Cents, toDollarString } from "#domain/money/money.ts";
import type { Clock } from "../runtime/clock.ts";
import { type ActResult, type BookingStore, GUEST, type HouseTerms, type Refusal, type SaleRules } from "./ports.ts";

export type ChangeNeeds = {
  bookings: BookingStore;
  clock: Clock;
  houseTerms: () => Promise<HouseTerms>;
  rules: () => Promise<SaleRules>;
  door: { guardBookings: boolean };
};
type Wanted = { stay: Stay; guestCount: number };
export type Offer = { ok: true; priceLines: PriceLine[]; totalCents: Cents; policy: CancellationPolicy };

/** The guest moves the stay or changes its guests, at the price that was shown; if nights are taken the old stay is kept. */
export async function changeOwnStay(
  needs: ChangeNeeds,
  { id, stay, guestCount, expectedTotal }: Wanted & { id: string; expectedTotal: string },
): Promise<ActResult> {
  const offer = await offersChanges(needs);
  const held = needs.door.guardBookings ? await needs.bookings.heldWith(id, offer.at) : null;
  /** A second tap: the stay is what was asked for already. */
  let asWanted: KeptBooking | null = null;
  const result = await needs.bookings.act({
    id,
    version: null,
    actor: GUEST,
    notByHost: true,
    at: offer.at,
    decide: (booking) => {
      if (isAs(booking, { stay, guestCount, expectedTotal })) asWanted = booking;
      const offered = offer.of(booking, stay);
      if (!offered.ok) return offered;
      if (toDollarString(offered.totalCents) !== expectedTotal) {
        return refuse(`The stay costs $${toDollarString(offered.totalCents)} by now. Please look at the price again.`);
      }
      if (held && grows(booking, stay) && !mayHold(held, nightCount(stay) - nightCount(booking))) {
        return refuse("Please open the link in your e-mail first, or call us; then the stay can get longer.");
      }
      const { ok: _ok, ...priced } = offered;
      const next = { ...stay, guestCount, ...priced };
      const event = stayEvent(booking, { ...booking, ...next });
      if (event === "") return refuse("These are the dates and guests that your booking has.");
      return { ok: true, act: "booking.stay", event, next };
    },
  });
  return asWanted ? { ok: true, booking: asWanted } : result;
}

/** What changes cost at this moment: a stay on other dates has today's price, one with other guests keeps its own. */
export async function offersChanges({ clock, houseTerms, rules }: Omit<ChangeNeeds, "bookings" | "door">) {
  const at = clock();
  const [terms, rule] = await Promise.all([houseTerms(), rules()]);
  return {
    at,
    of: (booking: KeptBooking, stay: Stay): Offer | Refusal => {
      const message = refuseOwnChange(booking, stay, at);
      if (message) return refuse(message);
      if (stay.checkIn === booking.checkIn && stay.checkOut === booking.checkOut) {
        const { priceLines, totalCents, policy } = booking;
        return { ok: true, priceLines, totalCents, policy };
      }
      const refused = refuseStay(stay, dayAt(at, terms.timeZone), rule);
      if (refused) return { ...refuse(refused.message, 400), field: refused.field };
      const { lines, totalCents } = quote(stay, terms.rateCents);
      return { ok: true, priceLines: lines, totalCents, policy: rule.policyAnew ? terms.policy : booking.policy };
    },
  };
}

function isAs(booking: KeptBooking, { stay, guestCount, expectedTotal }: Wanted & { expectedTotal: string }): boolean {
  const same = booking.checkIn === stay.checkIn && booking.checkOut === stay.checkOut;
  const stands = same && booking.guestCount === guestCount && booking.status !== "cancelled";
  return stands && toDollarString(booking.totalCents) === expectedTotal;
}

function grows(from: Stay, to: Stay): boolean {
  return nightCount(to) > nightCount(from);
}

function refuse(message: string, status: 400 | 409 = 409): Refusal {
  return { ok: false, reason: "refused", status, message };
}
