import { daysBetween, type LocalDate } from "../calendar/local-date.ts";
import { nightsOf, type Stay } from "../booking/stay.ts";
import type { Cents } from "../money/money.ts";
import { nightOf, type Origin } from "./night.ts";
import type { BasisPoints, PriceDocument, PromoCode, Tax } from "./price-document.ts";

export type PricedNight = { date: LocalDate; priceCents: Cents; from: Origin };

type Amount = { quantity: number; unitCents: Cents; amountCents: Cents };

export type DiscountReason =
  | { reason: "code"; code: string; percent: BasisPoints | null }
  | { reason: "longer-stay"; nights: number; percent: BasisPoints }
  | { reason: "last-minute" | "early-bird"; days: number; percent: BasisPoints };

/** One line of a price: a kind with parameters. Its text depends on the language. Quantity x unit = amount. */
export type QuoteLine = Amount &
  (
    | { kind: "nights"; from: Origin }
    /** A price that was agreed with the guest for these nights as a whole, and for this number of guests. */
    | { kind: "agreed"; nights: number; guests?: number }
    | ({ kind: "discount" } & DiscountReason)
    | { kind: "extra-guests"; guests: number; nights: number }
    | { kind: "cleaning" }
    /**
     * The host's surcharge or discount, with the host's description. `agreedTotal`: the difference between the price
     * and an agreed total. `wantedCents`: the host's amount, if the price is too low for the whole discount.
     */
    | { kind: "adjustment"; label: string; agreedTotal?: true; wantedCents?: Cents }
    | { kind: "tax"; name: string; per: Tax["per"]; percent: BasisPoints | null }
  );

/** What cancelling costs from this many hours before check-in; cancelling is free before the first step. */
export type CancellationCharge = { fromHoursBefore: number; amountCents: Cents };

export type StayQuote = {
  currency: string;
  lines: QuoteLine[];
  totalCents: Cents;
  /** Taxes included in the lines. */
  containedTaxes: { name: string; amountCents: Cents }[];
  nights: PricedNight[];
  /** The price at which the first night was sold, minus its share of the discount. */
  oneNightCents: Cents;
  cancellation: CancellationCharge[];
  discount: DiscountReason | null;
};

/** The part of the document that is stored with a booking: everything except nightly prices and rules for stays. */
export type PriceTerms = Pick<
  PriceDocument,
  "currency" | "longerStays" | "lastMinute" | "earlyBird" | "guests" | "cleaningCents" | "taxes" | "cancellation"
>;

/** The discount of a code; the caller has already checked that the code may be used. */
export type CodeTerms = Pick<PromoCode, "code" | "discount">;

/** A discount on the sum of the nights. */
export type DiscountOffer = DiscountReason & { amountCents: Cents };

/** The price of a stay, whether or not it can be booked: hosts may sell stays that the website refuses. */
export function priceStay(
  document: PriceDocument,
  stay: Stay,
  guests: number,
  { code = null, today }: { code?: CodeTerms | null; today: LocalDate },
): StayQuote {
  return quoteNights(document, priceNights(document, stay), guests, {
    code,
    daysAhead: daysBetween(today, stay.checkIn),
  });
}

/** Like `priceStay`, but for nights whose prices are known. */
export function quoteNights(
  terms: PriceTerms,
  nights: readonly PricedNight[],
  guests: number,
  occasion: { code: CodeTerms | null; daysAhead: number },
): StayQuote {
  return addUp(terms, nights, guests, bestOffer(discountOffers(terms, nights, occasion)));
}

export function priceNights(document: PriceDocument, stay: Stay): PricedNight[] {
  return nightsOf(stay).map((date) => {
    const { priceCents, priceFrom } = nightOf(document, date);
    return { date, priceCents, from: priceFrom };
  });
}

/** Every discount that a stay qualifies for, each calculated on the sum of the nights. */
export function discountOffers(
  { longerStays, lastMinute, earlyBird }: Pick<PriceTerms, "longerStays" | "lastMinute" | "earlyBird">,
  nights: readonly PricedNight[],
  { code, daysAhead }: { code: CodeTerms | null; daysAhead: number },
): DiscountOffer[] {
  const sum = sumOf(nights);
  const offers: DiscountOffer[] = [];
  if (code) {
    const percent = "percent" in code.discount ? code.discount.percent : null;
    const amountCents =
      "percent" in code.discount ? percentOf(sum, code.discount.percent) : Math.min(code.discount.amountCents, sum);
    offers.push({ reason: "code", code: code.code, percent, amountCents });
  }
  const tier = longerStays.filter((one) => one.nights <= nights.length).toSorted((a, b) => b.nights - a.nights)[0];
  if (tier) offers.push({ reason: "longer-stay", ...tier, amountCents: percentOf(sum, tier.percent) });
  if (lastMinute && daysAhead <= lastMinute.days) {
    offers.push({ reason: "last-minute", ...lastMinute, amountCents: percentOf(sum, lastMinute.percent) });
  }
  if (earlyBird && daysAhead >= earlyBird.days) {
    offers.push({ reason: "early-bird", ...earlyBird, amountCents: percentOf(sum, earlyBird.percent) });
  }
  return offers;
}

/** The largest discount; if there is a tie, the first. In the list, a code's discount comes first. */
export function bestOffer(offers: readonly DiscountOffer[]): DiscountOffer | null {
  return offers.reduce<DiscountOffer | null>(
    (best, offer) => (offer.amountCents > (best?.amountCents ?? 0) ? offer : best),
    null,
  );
}

/** Adds up nights, discount, extra guests, cleaning and taxes, in this order (docs/pricing.md PR-10 to PR-16). */
export function addUp(
  terms: PriceTerms,
  nights: readonly PricedNight[],
  guests: number,
  offer: DiscountOffer | null,
): StayQuote {
  const sum = sumOf(nights);
  const lines: QuoteLine[] = [
    ...nightLines(nights),
    ...discountLines(offer),
    ...extraGuestLines(terms, nights.length, guests),
  ];
  if (terms.cleaningCents > 0) lines.push({ kind: "cleaning", ...once(terms.cleaningCents) });
  const taxable = amountOf(lines);
  lines.push(...terms.taxes.flatMap((tax) => taxLines(tax, taxable, nights.length * guests)));
  const totalCents = amountOf(lines);
  const asSold = (count: number) => {
    const first = sumOf(nights.slice(0, count));
    return first - shareOf(offer?.amountCents ?? 0, first, sum);
  };
  return {
    currency: terms.currency,
    lines,
    totalCents,
    containedTaxes: containedTaxesOf(terms, taxable, nights.length * guests),
    nights: [...nights],
    oneNightCents: asSold(1),
    cancellation: terms.cancellation.map((step) => ({
      fromHoursBefore: step.fromHoursBefore,
      amountCents: "nights" in step ? asSold(step.nights) : percentOf(totalCents, step.percent),
    })),
    discount: offer && reasonOf(offer),
  };
}

/** Nights grouped by origin and price, in the order in which they first appear. */
export function nightLines(nights: readonly PricedNight[]): QuoteLine[] {
  const groups = new Map<string, { from: Origin; unitCents: Cents; quantity: number }>();
  for (const { from, priceCents } of nights) {
    const key = `${from?.level} ${from?.name} ${priceCents}`;
    const group = groups.get(key);
    if (group) group.quantity += 1;
    else groups.set(key, { from, unitCents: priceCents, quantity: 1 });
  }
  return [...groups.values()].map((group) => ({
    kind: "nights",
    ...group,
    amountCents: group.quantity * group.unitCents,
  }));
}

function discountLines(offer: DiscountOffer | null): QuoteLine[] {
  if (!offer || offer.amountCents === 0) return [];
  return [{ kind: "discount", ...reasonOf(offer), ...once(-offer.amountCents) }];
}

function reasonOf({ amountCents: _amount, ...reason }: DiscountOffer): DiscountReason {
  return reason;
}

export function extraGuestLines(
  { guests: terms }: Pick<PriceTerms, "guests">,
  nights: number,
  count: number,
): QuoteLine[] {
  const guests = count - terms.included;
  const unitCents = terms.extraCents;
  const quantity = guests * nights;
  if (guests <= 0 || quantity * unitCents === 0) return [];
  return [{ kind: "extra-guests", guests, nights, quantity, unitCents, amountCents: quantity * unitCents }];
}

/** `guestNights` is the number of guests times the number of nights. */
export function taxLines(tax: Tax, taxable: Cents, guestNights: number): QuoteLine[] {
  if (tax.included) return [];
  const { name, per } = tax;
  if (tax.per === "price") {
    const amountCents = percentOf(taxable, tax.percent);
    return amountCents === 0 ? [] : [{ kind: "tax", name, per, percent: tax.percent, ...once(amountCents) }];
  }
  const quantity = tax.per === "guest-night" ? guestNights : 1;
  const amountCents = quantity * tax.amountCents;
  return amountCents === 0
    ? []
    : [{ kind: "tax", name, per, percent: null, quantity, unitCents: tax.amountCents, amountCents }];
}

/**
 * The taxes included in the price that these lines add up to, including any adjustments by the host. Together they are
 * at most the price without added taxes.
 */
export function containedTaxesIn(
  terms: PriceTerms,
  lines: readonly QuoteLine[],
  guestNights: number,
): StayQuote["containedTaxes"] {
  const gross = amountOf(lines.filter(({ kind }) => kind !== "tax"));
  return containedTaxesOf(terms, Math.max(0, gross), guestNights);
}

function containedTaxesOf({ taxes }: PriceTerms, gross: Cents, guestNights: number): StayQuote["containedTaxes"] {
  let left = gross;
  return taxes.flatMap((tax) => {
    if (!tax.included) return [];
    const amountCents = Math.min(left, containedIn(tax, gross, guestNights));
    left -= amountCents;
    return { name: tax.name, amountCents };
  });
}

/** The amount of this included tax in a price. A fixed tax can exceed the price. */
export function containedIn(tax: Tax, gross: Cents, guestNights: number): Cents {
  if (tax.per === "price") return gross - shareOf(gross, 10_000, 10_000 + tax.percent);
  return tax.per === "guest-night" ? guestNights * tax.amountCents : tax.amountCents;
}

function once(amountCents: Cents): Amount {
  return { quantity: 1, unitCents: amountCents, amountCents };
}

export function sumOf(nights: readonly PricedNight[]): Cents {
  return nights.reduce((sum, night) => sum + night.priceCents, 0);
}

export function amountOf(lines: readonly QuoteLine[]): Cents {
  return lines.reduce((sum, line) => sum + line.amountCents, 0);
}

export function percentOf(amount: Cents, percent: BasisPoints): Cents {
  return shareOf(amount, percent, 10_000);
}

/**
 * One part's share of an amount, rounded half up, for whole numbers that are not negative; 0 if the whole is 0. The
 * product of two amounts can exceed 2^53.
 */
function shareOf(amount: Cents, part: number, whole: number): Cents {
  return whole && Number((BigInt(2 * amount) * BigInt(part) + BigInt(whole)) / BigInt(2 * whole));
}
