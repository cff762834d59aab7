import type { StoredBooking } from "#domain/booking/booking.ts";
import { sameDates, type Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { adjustmentsFor, withAdjustments } from "#domain/pricing/adjustments.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { codeFitsStay } from "#domain/pricing/promo-code.ts";
import { priceStay } from "#domain/pricing/quote.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import { refusalText } from "#domain/pricing/refusal-text.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import type { SoldPrice } from "#domain/pricing/change-quote.ts";
import { changePrice, sell } from "#domain/pricing/sold-price.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";
import type { BookingTerms } from "./ports.ts";

export const TOO_EXPENSIVE = "That is more than the maximum for a booking. Check the amount, the prices and the dates.";

type StayAndGuests = { stay: Stay; guests: number };

export function priceToday({ prices }: BookingTerms, { stay, guests }: StayAndGuests, today: LocalDate): SoldPrice {
  return sell(prices, priceStay(prices, stay, guests, { today }), { stay, guests, code: null, today });
}

/**
 * The price of a booking that the host changes. If the dates stay the same and its terms allow the number of guests,
 * those terms apply (docs/pricing.md PR-31); otherwise today's prices, with the booking's cancellation policy and its
 * discount code if the code fits the stay. Null if today's prices would apply but are in another currency.
 */
export function newPrice(
  booking: StoredBooking,
  { stay, guests }: StayAndGuests,
  terms: BookingTerms,
  at: Date,
): SoldPrice | null {
  const { sold } = booking;
  const today = dayAt(at, terms.timeZone);
  if (sameDates(stay, booking)) {
    // This fails if neither the booking's terms nor today's prices allow the number of guests.
    const change = changePrice(booking, { stay, guests }, createSellingCalendar(terms.prices, new Set(), today));
    if (change.ok) return change.price;
  }
  if (booking.currency !== terms.prices.currency) return null;
  const document = { ...terms.prices, cancellation: sold.terms.cancellation };
  const code = sold.code && codeFitsStay(sold.code, stay) ? sold.code : null;
  const price = sell(document, priceStay(document, stay, guests, { code, today }), { stay, guests, code, today });
  const anew = { ...price, sold: { ...price.sold, bookedOn: sold.bookedOn, code: sold.code } };
  return withAdjustments({ ...anew, ...stay, guestCount: guests }, adjustmentsFor(booking, stay));
}

/** Why a booking made before the currency was changed has no current price. Its amounts are never converted. */
export function otherCurrency(booked: string, present: string): string {
  return `This stay was booked in ${booked}, but your prices are now in ${present}. You can only keep its agreed price.`;
}

type CalendarNow = {
  /** The taken nights around the stay. */
  around: ReadonlySet<LocalDate>;
  /** Nights of the stay that are kept free around other stays. */
  kept: readonly LocalDate[];
  today: LocalDate;
  /** The first day on which a guest could arrive. */
  earliest: LocalDate;
};

/**
 * Describes the first of the website's rules that a stay breaks, as a warning for the host, who may sell it anyway;
 * null if the stay breaks none.
 */
export function reminderOf(
  document: PriceDocument,
  { stay, guests }: StayAndGuests,
  { around, kept, today, earliest }: CalendarNow,
): string | null {
  const { sleeps } = document.guests;
  if (guests > sleeps) return refusalText({ rule: "guests", sleeps });
  const refusal = refuseStay(createSellingCalendar(document, around, today, earliest), stay);
  if (refusal) return refusalText(refusal);
  const [first] = kept;
  return first ? `the night of ${dayText(first)} is kept free for preparation` : null;
}
