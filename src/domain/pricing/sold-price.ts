import type { CancellationPolicy } from "../booking/cancellation.ts";
import { nightCount, nightsOf, type Stay } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import { dayAt, type LocalTime, type TimeZone } from "../calendar/time-zone.ts";
import type { Cents } from "../money/money.ts";
import { withAdjustments } from "./adjustments.ts";
import { type FrozenPrice, freezePrice, type SoldPrice, type SoldTerms } from "./change-quote.ts";
import { type CancellationStep, DEFAULT_PRICES, type PriceDocument, type PromoCode } from "./price-document.ts";
import type { PricedNight, QuoteLine, StayQuote } from "./quote.ts";

type PricedStay = Stay & SoldPrice & { guestCount: number };

/**
 * A quote as stored in a booking. `code` is stored only if the discount comes from it: otherwise the code was not used.
 */
export function sell(
  document: PriceDocument,
  quote: StayQuote,
  occasion: { stay: Stay; guests: number; code: PromoCode | null; today: LocalDate },
): SoldPrice {
  const code = quote.discount?.reason === "code" ? occasion.code : null;
  return fieldsOf(freezePrice(document, quote, { ...occasion, code }));
}

export function fieldsOf({ stay: _stay, guests: _guests, quote, ...kept }: FrozenPrice): SoldPrice {
  const { lines, totalCents, oneNightCents, nights, cancellation, containedTaxes, discount } = quote;
  return {
    priceLines: lines,
    totalCents,
    oneNightCents,
    sold: { ...kept, nights, cancellation, containedTaxes, discount },
  };
}

/** The price before a change, without the host's adjustments (`withAdjustments` adds them again). */
export function frozenOf(booking: PricedStay): FrozenPrice {
  const { checkIn, checkOut, guestCount } = booking;
  const { priceLines, totalCents, oneNightCents, sold } = withAdjustments(booking, []);
  const { nights, cancellation, containedTaxes, discount, ...kept } = sold;
  const { currency } = kept.terms;
  const amounts = { currency, lines: priceLines, totalCents, oneNightCents };
  return {
    ...kept,
    stay: { checkIn, checkOut },
    guests: guestCount,
    quote: { ...amounts, nights, cancellation, containedTaxes, discount },
  };
}

/**
 * The price of an evaluated change. Apart from the quote, only the minimum stay can change: it is lowered to the length
 * of the new stay if that is shorter.
 */
export function afterChange(frozen: FrozenPrice, quote: StayQuote, stay: Stay): SoldPrice {
  const minimumNights = Math.min(frozen.minimumNights, nightCount(stay));
  return fieldsOf({ ...frozen, minimumNights, quote });
}

/** Keeps the agreed total although the nights change, and the nightly prices if the number of nights stays the same. */
export function keepTotal(booking: PricedStay, stay: Stay): SoldPrice {
  const { priceLines, totalCents, oneNightCents, sold } = booking;
  const dates = nightsOf(stay);
  const asMany = dates.length === nightCount(booking);
  const nights = asMany
    ? sold.nights.map((night, place): PricedNight => ({ ...night, date: dates[place] ?? night.date }))
    : [];
  return {
    priceLines: asMany ? priceLines : [agreedLine(dates.length, totalCents)],
    totalCents,
    oneNightCents,
    sold: { ...sold, nights, minimumNights: Math.min(sold.minimumNights, dates.length) },
  };
}

function agreedLine(nights: number, totalCents: Cents): QuoteLine {
  return { kind: "agreed", nights, quantity: 1, unitCents: totalCents, amountCents: totalCents };
}

type OldBooking = Stay & {
  priceLines: QuoteLine[];
  totalCents: Cents;
  oneNightCents: Cents;
  policy: CancellationPolicy & { feeNights?: number };
  createdAt: Date;
};

/** The terms of a booking that was made before prices could differ from night to night: no fees, taxes or discounts. */
export function legacyTerms({
  priceLines,
  totalCents,
  oneNightCents,
  policy,
  createdAt,
  ...stay
}: OldBooking): SoldTerms {
  const { longerStays, lastMinute, earlyBird, cleaningCents, taxes, currency, guests } = DEFAULT_PRICES;
  const { freeUntilHoursBefore: fromHoursBefore, feeNights = 1 } = policy;
  const amountCents = Math.min(totalCents, oneNightCents * feeNights);
  const cancellation: CancellationStep[] = [{ fromHoursBefore, nights: feeNights }];
  return {
    bookedOn: dayAt(createdAt, policy.timeZone),
    terms: { currency, longerStays, lastMinute, earlyBird, guests, cleaningCents, taxes, cancellation },
    code: null,
    minimumNights: 1,
    nights: flatNights(stay, priceLines, totalCents),
    cancellation: [{ fromHoursBefore, amountCents }],
    containedTaxes: [],
    discount: null,
  };
}

/** The price of each night; empty unless the lines have a price for every night and add up to the total. */
function flatNights(stay: Stay, lines: readonly QuoteLine[], totalCents: Cents): PricedNight[] {
  const dates = nightsOf(stay);
  const prices = lines.flatMap((line) =>
    line.kind === "nights" ? Array<Cents>(line.quantity).fill(line.unitCents) : [],
  );
  const sum = prices.reduce((total, cents) => total + cents, 0);
  if (prices.length !== dates.length || sum !== totalCents) return [];
  return dates.map((date, place) => ({ date, priceCents: prices[place] ?? 0, from: null }));
}

/**
 * The policy to store with a booking: cancelling is free until the first step, and the policy includes the time from
 * which the steps are counted back.
 */
export function policyOf(
  [first]: readonly { fromHoursBefore: number }[],
  { checkInTime, timeZone }: { checkInTime: LocalTime; timeZone: TimeZone },
): CancellationPolicy {
  return { freeUntilHoursBefore: first?.fromHoursBefore ?? 0, checkInTime, timeZone };
}
