import { daysBetween, type LocalDate } from "../calendar/local-date.ts";
import { contains, nightCount, sameDates, type Stay } from "../booking/stay.ts";
import type { Cents } from "../money/money.ts";
import { nightOf } from "./night.ts";
import type { PriceDocument, PromoCode } from "./price-document.ts";
import { codeFitsStay } from "./promo-code.ts";
import {
  addUp,
  amountOf,
  bestOffer,
  containedTaxesIn,
  type DiscountOffer,
  discountOffers,
  extraGuestLines,
  nightLines,
  percentOf,
  type PricedNight,
  priceNights,
  type PriceTerms,
  type QuoteLine,
  type StayQuote,
  sumOf,
  taxLines,
} from "./quote.ts";
import type { AgreedStay, SellingCalendar } from "./selling-calendar.ts";
import { refuseStay, type StayRefusal } from "./stay-check.ts";

/** The price of a stay, with everything that is needed to calculate the price of a later change. */
export type FrozenPrice = {
  stay: Stay;
  guests: number;
  /** The property's date when the stay was booked: last-minute and early-booking discounts count from this date. */
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

export type PricedStay = Stay & SoldPrice & { guestCount: number };

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
 * those of the booking. On the same dates its discount stays the same; on other dates, the larger of its discount and
 * today's applies. `calendar` must not count the booking's own nights as taken.
 */
export function evaluateChange(
  frozen: FrozenPrice,
  requested: { stay: Stay; guests: number },
  calendar: SellingCalendar,
): ChangeEvaluation {
  const { sleeps } = frozen.terms.guests;
  if (requested.guests > Math.max(sleeps, calendar.document.guests.sleeps)) {
    return { ok: false, refusal: { rule: "guests", sleeps } };
  }
  const agreed: AgreedStay = { stay: frozen.stay, minimumNights: frozen.minimumNights };
  const refusal = refuseStay(calendar, requested.stay, agreed);
  if (refusal) return { ok: false, refusal };
  const quote = quoteChange(frozen, requested, calendar);
  return { ok: true, quote, differenceCents: quote.totalCents - frozen.quote.totalCents };
}

function quoteChange(
  frozen: FrozenPrice,
  { stay, guests }: { stay: Stay; guests: number },
  { document, today }: SellingCalendar,
): StayQuote {
  const onSameDates = sameDates(stay, frozen.stay);
  if (onSameDates && guests === frozen.guests) return frozen.quote;
  // An agreed total has no price per night: the total is kept in full, or replaced with today's prices.
  const hasNoNights = frozen.quote.nights.length === 0;
  if (hasNoNights && contains(stay, frozen.stay)) return changeAgreed(frozen, { stay, guests }, document);
  if (onSameDates) return addUp(frozen.terms, frozen.quote.nights, guests, agreedDiscount(frozen.quote));
  const kept = new Map(frozen.quote.nights.map((night) => [night.date, night]));
  const nights: PricedNight[] = priceNights(document, stay).map((night) => kept.get(night.date) ?? night);
  const code = frozen.code && codeFitsStay(frozen.code, stay) ? frozen.code : null;
  const agreed = discountOffers(frozen.terms, nights, { code, daysAhead: daysBetween(frozen.bookedOn, stay.checkIn) });
  const present = discountOffers(document, nights, { code: null, daysAhead: daysBetween(today, stay.checkIn) });
  return addUp(frozen.terms, nights, guests, bestOffer([...agreed, ...keptDiscount(frozen, stay, nights), ...present]));
}

/** The booking's own discount: a guest who changes only the number of guests has agreed to the price of the nights. */
function agreedDiscount({ discount, lines }: StayQuote): DiscountOffer | null {
  return discount && { ...discount, amountCents: -amountOf(lines.filter(({ kind }) => kind === "discount")) };
}

/**
 * The discount that the booking has, while its conditions are met. It may come from an earlier change, under terms that
 * are not stored: a last-minute discount is kept if the guest arrives no later than before, and an early-booking
 * discount if the guest arrives no earlier.
 */
function keptDiscount({ stay: booked, quote }: FrozenPrice, stay: Stay, nights: PricedNight[]): DiscountOffer[] {
  const { discount } = quote;
  // A code's conditions are stored, so its discount is already among the offers under the booking's own terms.
  if (!discount || discount.reason === "code") return [];
  const holds =
    discount.reason === "longer-stay"
      ? nights.length >= discount.nights
      : discount.reason === "last-minute"
        ? stay.checkIn <= booked.checkIn
        : stay.checkIn >= booked.checkIn;
  return holds ? [{ ...discount, amountCents: percentOf(sumOf(nights), discount.percent) }] : [];
}

/**
 * An agreed total covers the nights and guests for which it was agreed. Added nights cost today's price; fees and taxes
 * are charged for added nights and guests, under the terms of the booking.
 */
function changeAgreed(
  { stay: before, guests: guestsBefore, quote, terms }: FrozenPrice,
  { stay, guests }: { stay: Stay; guests: number },
  document: PriceDocument,
): StayQuote {
  const nights = priceNights(document, stay);
  const sold = quote.lines.flatMap((line): QuoteLine[] => {
    if (line.kind === "agreed") return [{ ...line, guests: line.guests ?? guestsBefore }];
    return line.kind === "extra-guests" || line.kind === "tax" ? [] : [line];
  });
  const covered = sold.find((line) => line.kind === "agreed") ?? { nights: nightCount(before), guests: guestsBefore };
  const { guests: agreedGuests = guestsBefore } = covered;
  const addedNights = nights.length - covered.nights;
  const agreedTerms = { guests: { ...terms.guests, included: Math.max(terms.guests.included, agreedGuests) } };
  const lines = [
    ...sold,
    ...nightLines(nights.filter(({ date }) => date < before.checkIn || date >= before.checkOut)),
    ...extraGuestLines(agreedTerms, covered.nights, guests),
    ...extraGuestLines(terms, addedNights, guests),
  ];
  const taxable = amountOf(lines.filter(({ kind }) => kind !== "agreed"));
  const guestNights = Math.max(0, guests - agreedGuests) * covered.nights + guests * addedNights;
  // A tax on the whole stay is part of the agreed total.
  lines.push(...terms.taxes.flatMap((tax) => (tax.per === "stay" ? [] : taxLines(tax, taxable, guestNights))));
  const totalCents = amountOf(lines);
  const [first] = nights;
  const oneNightCents = stay.checkIn === before.checkIn || !first ? quote.oneNightCents : first.priceCents;
  const cancellation = terms.cancellation.map((step) => ({
    fromHoursBefore: step.fromHoursBefore,
    amountCents:
      "nights" in step ? Math.min(totalCents, oneNightCents * step.nights) : percentOf(totalCents, step.percent),
  }));
  const containedTaxes = containedTaxesIn(terms, lines, nights.length * guests);
  return { ...quote, lines, totalCents, containedTaxes, oneNightCents, cancellation };
}
