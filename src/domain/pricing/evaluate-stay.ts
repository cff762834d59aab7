import { daysBetween } from "../calendar/local-date.ts";
import { nightCount, type Stay } from "../booking/stay.ts";
import { type CodeTerms, quoteNights, type StayQuote } from "./quote.ts";
import type { SellingCalendar } from "./selling-calendar.ts";
import { refuseStay, type StayRefusal } from "./stay-check.ts";

export type StayRequest = { stay: Stay; guests: number; code?: CodeTerms | null };

export type Evaluation = { ok: true; quote: StayQuote } | { ok: false; refusal: StayRefusal };

/**
 * The price of a stay, or the rule that rejects it. The server and the portal, where the host can try a stay, use the
 * same function.
 */
export function evaluateOn(calendar: SellingCalendar, { stay, guests, code = null }: StayRequest): Evaluation {
  const { document, today, day } = calendar;
  if (guests > document.guests.sleeps) return refused({ rule: "guests", sleeps: document.guests.sleeps });
  const refusal = refuseStay(calendar, stay);
  if (refusal) return refused(refusal);
  const daysAhead = daysBetween(today, stay.checkIn);
  const nights = Array.from({ length: nightCount(stay) }, (_unused, place) => {
    const { date, priceCents, priceFrom } = day(daysAhead + place);
    return { date, priceCents, from: priceFrom };
  });
  return { ok: true, quote: quoteNights(document, nights, guests, { code, daysAhead }) };
}

function refused(refusal: StayRefusal): Evaluation {
  return { ok: false, refusal };
}
