import { daysBetween, type LocalDate } from "../calendar/local-date.ts";
import { nightCount, type Stay } from "../booking/stay.ts";
import type { Cents } from "../money/money.ts";
import { nightOf } from "./night.ts";
import type { PriceDocument, PromoCode } from "./price-document.ts";
import { codeFitsStay } from "./promo-code.ts";
import {
  addUp,
  amountOf,
  bestOffer,
  discountOffers,
  nightLines,
  percentOf,
  type PricedNight,
  priceNights,
  type PriceTerms,
  type QuoteLine,
  type StayQuote,
} from "./quote.ts";
import type { AgreedStay, SellingCalendar } from "./selling-calendar.ts";
import { refuseStay, type StayRefusal } from "./stay-check.ts";

/** The price data that is stored with a booking. */
export type FrozenPrice = {
  stay: Stay;
  guests: number;
  /** The property's date when the stay was booked: last-minute and early-bird discounts count from this date. */
  bookedOn: LocalDate;
  quote: StayQuote;
  terms: PriceTerms;
  code: PromoCode | null;
  minimumNights: number;
};

/** The price data that is stored with a booking in addition to its lines, its total and `oneNightCents`. */
export type SoldTerms = Omit<FrozenPrice, "stay" | "guests" | "quote"> &
  Pick<StayQuote, "nights" | "cancellation" | "containedTaxes" | "discount">;

/** The price as stored in a booking. */
export type SoldPrice = {
  priceLines: QuoteLine[];
  totalCents: Cents;
  /** The price at which the first night was sold. */
  oneNightCents: Cents;
  sold: SoldTerms;
};

/** The stored form of a quote. `code` is the discount code that was used, with all its conditions. */
export function freezePrice(
  document: PriceDocument,
  quote: StayQuote,
  { stay, guests, code, today }: { stay: Stay; guests: number; code: PromoCode | null; today: LocalDate },
): FrozenPrice {
  const { currency, longerStays, lastMinute, earlyBird, cleaningCents, taxes, cancellation } = document;
  return {
    stay,
    guests,
    bookedOn: today,
    quote,
    terms: {
      currency,
      longerStays,
      lastMinute,
      earlyBird,
      guests: document.guests,
      cleaningCents,
      taxes,
      cancellation,
    },
    code,
    // A stay that fills a gap may be shorter than the minimum stay.
    minimumNights: Math.min(
      nightCount(stay),
      Math.max(...quote.nights.map(({ date }) => nightOf(document, date).minimumNights)),
    ),
  };
}

export type ChangeEvaluation =
  | { ok: true; quote: StayQuote; differenceCents: Cents }
  | { ok: false; refusal: StayRefusal };

/**
 * The price after a change: nights already in the stay keep their price and new nights get today's price. The terms are
 * those of the booking, and the larger of its discount and today's discount applies. `calendar` must not count the
 * booking's own nights as taken.
 */
export function evaluateChange(
  frozen: FrozenPrice,
  wanted: { stay: Stay; guests: number },
  calendar: SellingCalendar,
): ChangeEvaluation {
  const { sleeps } = frozen.terms.guests;
  if (wanted.guests > Math.max(sleeps, calendar.document.guests.sleeps)) {
    return { ok: false, refusal: { rule: "guests", sleeps } };
  }
  const agreed: AgreedStay = { stay: frozen.stay, minimumNights: frozen.minimumNights };
  const refusal = refuseStay(calendar, wanted.stay, agreed);
  if (refusal) return { ok: false, refusal };
  const quote = quoteChange(frozen, wanted, calendar);
  return { ok: true, quote, differenceCents: quote.totalCents - frozen.quote.totalCents };
}

function quoteChange(
  frozen: FrozenPrice,
  { stay, guests }: { stay: Stay; guests: number },
  { document, today }: SellingCalendar,
): StayQuote {
  const sameDates = stay.checkIn === frozen.stay.checkIn && stay.checkOut === frozen.stay.checkOut;
  if (sameDates && guests === frozen.guests) return frozen.quote;
  if (frozen.quote.nights.length === 0) return changeAgreed(frozen, { stay, guests }, document);
  const kept = new Map(frozen.quote.nights.map((night) => [night.date, night]));
  const nights: PricedNight[] = priceNights(document, stay).map((night) => kept.get(night.date) ?? night);
  const code = frozen.code && codeFitsStay(frozen.code, stay) ? frozen.code : null;
  const agreed = discountOffers(frozen.terms, nights, { code, daysAhead: daysBetween(frozen.bookedOn, stay.checkIn) });
  // A guest who only changes the number of guests has already agreed to the price of the nights.
  const present = sameDates
    ? []
    : discountOffers(document, nights, { code: null, daysAhead: daysBetween(today, stay.checkIn) });
  return addUp(frozen.terms, nights, guests, bestOffer([...agreed, ...present]));
}

/** An agreed total has no price per night: the total is kept in full, or replaced with today's prices. */
function changeAgreed(
  { stay: agreed, quote, terms }: FrozenPrice,
  { stay, guests }: { stay: Stay; guests: number },
  document: PriceDocument,
): StayQuote {
  const contains = stay.checkIn <= agreed.checkIn && agreed.checkOut <= stay.checkOut;
  const nights = priceNights(document, stay);
  if (!contains) return addUp(terms, nights, guests, null);
  const added = nights.filter(({ date }) => date < agreed.checkIn || date >= agreed.checkOut);
  const lines = [...quote.lines, ...nightLines(added)];
  const totalCents = amountOf(lines);
  const [first] = nights;
  const oneNightCents = stay.checkIn === agreed.checkIn || !first ? quote.oneNightCents : first.priceCents;
  const cancellation = terms.cancellation.map((step) => ({
    fromHoursBefore: step.fromHoursBefore,
    amountCents:
      "nights" in step ? Math.min(totalCents, oneNightCents * step.nights) : percentOf(totalCents, step.percent),
  }));
  return { ...quote, lines, totalCents, oneNightCents, cancellation };
}
