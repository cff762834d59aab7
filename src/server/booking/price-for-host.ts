import type { StoredBooking } from "#domain/booking/booking.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import type { PriceDocument } from "#domain/pricing/price-document.ts";
import { codeFitsStay } from "#domain/pricing/promo-code.ts";
import { priceStay } from "#domain/pricing/quote.ts";
import { refusalText } from "#domain/pricing/refusal-text.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { sell, type SoldPrice } from "#domain/pricing/sold-price.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";
import type { HouseTerms } from "./ports.ts";

type Wanted = { stay: Stay; guests: number };

/** Today's price for a stay that the host enters. */
export function priceToday({ prices }: HouseTerms, { stay, guests }: Wanted, today: LocalDate): SoldPrice {
  return sell(prices, priceStay(prices, stay, guests, { today }), { stay, guests, code: null, today });
}

/** Today's price for a booking that the host moves, with the code and the cancellation policy that it has. */
export function priceAnew(booking: StoredBooking, { stay, guests }: Wanted, terms: HouseTerms, at: Date): SoldPrice {
  const { sold } = booking;
  const today = dayAt(at, terms.timeZone);
  const document = { ...terms.prices, cancellation: sold.terms.cancellation };
  const code = sold.code && codeFitsStay(sold.code, stay) ? sold.code : null;
  const price = sell(document, priceStay(document, stay, guests, { code, today }), { stay, guests, code, today });
  return { ...price, sold: { ...price.sold, bookedOn: sold.bookedOn, code: sold.code } };
}

/** The rule of the website that a stay breaks, in words: the host is reminded of it and may sell all the same. */
export function reminderOf(
  document: PriceDocument,
  { stay, guests }: Wanted,
  { taken, today }: { taken: ReadonlySet<LocalDate>; today: LocalDate },
): string | null {
  const { sleeps } = document.guests;
  if (guests > sleeps) return refusalText({ rule: "guests", sleeps });
  const refusal = refuseStay(createSellingCalendar(document, taken, today), stay);
  return refusal && refusal.rule !== "taken" ? refusalText(refusal) : null;
}
