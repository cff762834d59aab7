import type { CancellationPolicy } from "../booking/cancellation.ts";
import { contains, nightCount, nightsOf, sameDates, type Stay } from "../booking/stay.ts";
import type { LocalDate } from "../calendar/local-date.ts";
import { dayAt, type LocalTime, type TimeZone } from "../calendar/time-zone.ts";
import type { Cents } from "../money/money.ts";
import { type Adjustment, adjustmentsFor, adjustmentsOf, withAdjustments } from "./adjustments.ts";
import {
  evaluateChange,
  type FrozenPrice,
  freezePrice,
  type PricedStay,
  type SoldPrice,
  type SoldTerms,
} from "./change-quote.ts";
import { type CancellationStep, DEFAULT_PRICES, type PriceDocument, type PromoCode } from "./price-document.ts";
import { addUp, containedTaxesIn, type PricedNight, type QuoteLine, type StayQuote } from "./quote.ts";
import type { SellingCalendar } from "./selling-calendar.ts";
import type { StayRefusal } from "./stay-check.ts";

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

/**
 * The price of a booking whose stay or number of guests changes, or the rule that does not allow the change.
 * `cancellation` replaces the booking's cancellation steps.
 */
export function changePrice(
  booking: PricedStay,
  requested: { stay: Stay; guests: number },
  calendar: SellingCalendar,
  cancellation: CancellationStep[] = booking.sold.terms.cancellation,
): { ok: true; price: SoldPrice } | { ok: false; refusal: StayRefusal } {
  const { stay, guests } = requested;
  const { price, adjustments } = beforeChange(booking, stay);
  const kept = frozenOf({ ...booking, ...price });
  const frozen = { ...kept, terms: { ...kept.terms, cancellation } };
  const evaluation = evaluateChange(frozen, requested, calendar);
  if (!evaluation.ok) return evaluation;
  const minimumNights = Math.min(frozen.minimumNights, nightCount(stay));
  const keepsFee = stay.checkIn === booking.checkIn && contains(stay, booking);
  const quote = keepsFee ? withFeesOf(kept, evaluation.quote, cancellation) : evaluation.quote;
  const changed = fieldsOf({ ...frozen, minimumNights, quote });
  return { ok: true, price: withAdjustments({ ...changed, ...stay, guestCount: guests }, adjustments) };
}

/**
 * The new quote with the cancellation fees of the booking: a fee for its first nights stays as it was when they were
 * sold, even if the discount changes. A fee for more nights than were booked includes added nights, so it may rise.
 */
function withFeesOf(
  { stay, terms, quote: agreed }: FrozenPrice,
  quote: StayQuote,
  steps: CancellationStep[],
): StayQuote {
  const cancellation = quote.cancellation.map((charge, place) => {
    const step = steps[place];
    if (!step || !("nights" in step)) return charge;
    const before = terms.cancellation.findIndex((one) => "nights" in one && one.nights === step.nights);
    const { amountCents = charge.amountCents } = agreed.cancellation[before] ?? {};
    const more = step.nights > nightCount(stay) ? charge.amountCents : 0;
    return { ...charge, amountCents: Math.max(amountCents, more) };
  });
  return { ...quote, oneNightCents: agreed.oneNightCents, cancellation };
}

/** `price` with cancellation fees that are no lower than those of the booking. Both have the same steps. */
export function withFeesAtLeast(booking: SoldPrice, price: SoldPrice): SoldPrice {
  const cancellation = price.sold.cancellation.map((charge, place) => {
    const { amountCents = 0 } = booking.sold.cancellation[place] ?? {};
    return { ...charge, amountCents: Math.max(charge.amountCents, amountCents) };
  });
  return { ...price, sold: { ...price.sold, cancellation } };
}

/**
 * The price from which a change starts, and the host's adjustments to add to the new price. If a stay with an agreed
 * total gets longer, all price lines up to the agreed total become one line.
 */
function beforeChange(booking: PricedStay, stay: Stay): { price: SoldPrice; adjustments: Adjustment[] } {
  const all = adjustmentsOf(booking);
  const agreed = all.findLastIndex(({ agreedTotal }) => agreedTotal);
  if (agreed === -1 || sameDates(stay, booking) || !contains(stay, booking)) {
    return { price: withAdjustments(booking, []), adjustments: adjustmentsFor(booking, stay) };
  }
  const total = withAdjustments(booking, all.slice(0, agreed + 1));
  return { price: inOneLine({ ...booking, ...total }), adjustments: all.slice(agreed + 1) };
}

function frozenOf({
  checkIn,
  checkOut,
  guestCount,
  priceLines,
  totalCents,
  oneNightCents,
  sold,
}: PricedStay): FrozenPrice {
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
 * Keeps the agreed total even if the stay or the number of guests changes, and also the nightly prices if there are as
 * many nights as before and the number of guests makes no difference to the price.
 */
export function keepTotal(booking: PricedStay, { stay, guests }: { stay: Stay; guests: number }): SoldPrice {
  const { priceLines, totalCents, oneNightCents, sold } = booking;
  const dates = nightsOf(stay);
  const minimumNights = Math.min(sold.minimumNights, dates.length);
  const free = dates.map((date): PricedNight => ({ date, priceCents: 0, from: null }));
  const feesFor = (count: number) => addUp(sold.terms, free, count, null).totalCents;
  const inOne = dates.length !== nightCount(booking) || feesFor(guests) !== feesFor(booking.guestCount);
  const nights = sold.nights.map((night, place): PricedNight => ({ ...night, date: dates[place] ?? night.date }));
  const kept = inOne
    ? inOneLine({ ...booking, ...stay, guestCount: guests })
    : { priceLines, totalCents, oneNightCents, sold: { ...sold, nights } };
  const containedTaxes = containedTaxesIn(sold.terms, kept.priceLines, dates.length * guests);
  return { ...kept, sold: { ...kept.sold, minimumNights, containedTaxes } };
}

/** The price as a total that was agreed for the whole stay, without a price for each night. */
function inOneLine({ totalCents, oneNightCents, sold, guestCount: guests, ...stay }: PricedStay): SoldPrice {
  const amounts = { quantity: 1, unitCents: totalCents, amountCents: totalCents };
  return {
    priceLines: [{ kind: "agreed", nights: nightCount(stay), guests, ...amounts }],
    totalCents,
    oneNightCents,
    sold: { ...sold, nights: [] },
  };
}

type OldBooking = Stay & {
  priceLines: QuoteLine[];
  totalCents: Cents;
  oneNightCents: Cents;
  policy: CancellationPolicy & { feeNights?: number };
  createdAt: Date;
};

/** The terms of a booking that was made before prices could differ from night to night: its nights are all it cost. */
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
