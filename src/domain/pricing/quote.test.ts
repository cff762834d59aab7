import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomCode, randomDocument, randomGuests, randomStay, TODAY } from "#server/testing/random-prices.ts";
import { nightCount, nightsOf, type Stay } from "../booking/stay.ts";
import { addDays, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "./price-document.ts";
import { priceNights, priceStay, sumOf } from "./quote.ts";

const RUNS = { numRuns: 5000 };
const someDocument = randomDocument();
const someStay = randomStay();
const percentOrMore = fc.integer({ min: 0, max: 10_000 });
const total = (document: PriceDocument, stay: Stay, guests = 2) =>
  priceStay(document, stay, guests, { today: TODAY }).totalCents;
const stayFrom = (checkIn: string, nights: number): Stay => {
  const from = toLocalDate(checkIn);
  return { checkIn: from, checkOut: addDays(from, nights) };
};
const NO_TERMS = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };

describe("properties of every price document", () => {
  test("price lines add up in whole cents, cover exactly the nights of the stay, and never discount more than the price of the nights", () => {
    fc.assert(
      fc.property(someDocument, someStay, randomGuests, fc.option(randomCode), (document, stay, guests, code) => {
        const quote = priceStay(document, stay, guests, { code, today: TODAY });
        const sumOfKind = (kind: string, of: "quantity" | "amountCents") =>
          quote.lines.reduce((sum, line) => sum + (line.kind === kind ? line[of] : 0), 0);
        const fees = [quote.oneNightCents, ...quote.cancellation.map((step) => step.amountCents)];
        return (
          quote.lines.reduce((sum, line) => sum + line.amountCents, 0) === quote.totalCents &&
          quote.totalCents >= 0 &&
          quote.lines.every(
            ({ quantity, unitCents, amountCents }) =>
              [quantity, unitCents, amountCents].every(Number.isSafeInteger) && quantity * unitCents === amountCents,
          ) &&
          sumOfKind("nights", "quantity") === nightCount(stay) &&
          quote.nights.map((night) => night.date).join() === nightsOf(stay).join() &&
          sumOfKind("discount", "amountCents") <= 0 &&
          -sumOfKind("discount", "amountCents") <= sumOf(quote.nights) &&
          fees.every((cents) => Number.isSafeInteger(cents) && cents >= 0 && cents <= quote.totalCents)
        );
      }),
      RUNS,
    );
  });

  test("with one price for every night, the total is the number of nights times that price", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), randomStay(700, 30), randomGuests, (rate, stay, guests) => {
        const document = { ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: rate } };
        const quote = priceStay(document, stay, guests, { today: TODAY });
        const [fee, ...others] = quote.cancellation;
        return (
          quote.totalCents === nightCount(stay) * rate &&
          quote.oneNightCents === rate &&
          fee?.amountCents === rate &&
          others.length === 0
        );
      }),
      RUNS,
    );
  });

  test("more guests never make a stay cheaper, and a code never makes it more expensive", () => {
    fc.assert(
      fc.property(
        someDocument,
        someStay,
        fc.integer({ min: 1, max: 5 }),
        randomCode,
        (document, stay, guests, code) => {
          const price = total(document, stay, guests);
          return (
            price <= total(document, stay, guests + 1) &&
            priceStay(document, stay, guests, { code, today: TODAY }).totalCents <= price
          );
        },
      ),
      RUNS,
    );
  });

  test("splitting a stay in two does not change the price of its nights, nor does the order of the document's rules", () => {
    fc.assert(
      fc.property(someDocument, someStay, someStay, randomGuests, (document, one, other, guests) => {
        const [a, b, c] = [one.checkIn, one.checkOut, addDays(one.checkOut, nightCount(other))];
        const nights = (checkIn: typeof a, checkOut: typeof a) => sumOf(priceNights(document, { checkIn, checkOut }));
        const turned = {
          ...document,
          longerStays: document.longerStays.toReversed(),
          taxes: document.taxes.toReversed(),
          seasons: document.seasons.toReversed(),
          specialDates: document.specialDates.toReversed(),
        };
        return (
          nights(a, c) === nights(a, b) + nights(b, c) && total(document, one, guests) === total(turned, one, guests)
        );
      }),
      RUNS,
    );
  });

  test("adding an included tax to the net price gives the gross price, to within a cent", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), someStay, percentOrMore, (priceCents, stay, percent) => {
        const document: PriceDocument = {
          ...DEFAULT_PRICES,
          everyNight: { ...DEFAULT_PRICES.everyNight, priceCents },
          taxes: [{ name: "VAT", included: true, per: "price", percent }],
        };
        const { totalCents, containedTaxes } = priceStay(document, stay, 2, { today: TODAY });
        const net = totalCents - (containedTaxes[0]?.amountCents ?? Number.NaN);
        return Math.abs(net + Math.floor((net * percent + 5000) / 10_000) - totalCents) <= 1;
      }),
      RUNS,
    );
  });

  test("a stay costs the same 28 years later, when each date falls on the same weekday", () => {
    const later = (date: LocalDate) => addDays(date, 10_227);
    fc.assert(
      fc.property(someDocument, randomStay(700, 14), (document, stay) => {
        const yearly = { ...document, specialDates: [], lastMinute: null, earlyBird: null };
        const again = { checkIn: later(stay.checkIn), checkOut: later(stay.checkOut) };
        return again.checkIn.slice(5) === stay.checkIn.slice(5) && total(yearly, again) === total(yearly, stay);
      }),
      RUNS,
    );
  });
});

describe("the price of a night", () => {
  const document: PriceDocument = {
    ...DEFAULT_PRICES,
    everyNight: { ...DEFAULT_PRICES.everyNight, weekendPriceCents: 18_000 },
    seasons: [
      { ...NO_TERMS, name: "Christmas", from: "12-18", to: "01-06", priceCents: 24_000 },
      { ...NO_TERMS, name: "Low", from: "05-01", to: "06-30", priceCents: 12_000, weekendPriceCents: 13_000 },
      { ...NO_TERMS, name: "Winter", from: "02-01", to: "02-28", priceCents: 10_000 },
    ],
    specialDates: [
      { ...NO_TERMS, name: "Festival", firstNight: "2027-12-30", lastNight: "2027-12-31", priceCents: 30_000 },
      { ...NO_TERMS, name: "Quiet", firstNight: "2027-05-10", lastNight: "2027-05-12", minimumNights: 4 },
    ],
  };
  const night = (date: string) => priceNights(document, stayFrom(date, 1))[0];

  test.each([
    ["2027-03-15", 15_000, null],
    ["2027-03-19", 18_000, null],
    ["2027-12-17", 18_000, null],
    ["2027-12-18", 24_000, "Christmas"],
    ["2027-12-24", 24_000, "Christmas"],
    ["2027-12-30", 30_000, "Festival"],
    ["2028-01-01", 24_000, "Christmas"],
    ["2028-01-06", 24_000, "Christmas"],
    ["2028-01-07", 18_000, null],
    ["2027-05-14", 13_000, "Low"],
    ["2027-05-11", 12_000, "Low"],
    ["2028-02-28", 10_000, "Winter"],
    ["2028-02-29", 10_000, "Winter"],
    ["2028-03-01", 15_000, null],
  ])("%s costs %i cents", (date, priceCents, from) => {
    expect(night(date)).toMatchObject({ priceCents });
    expect(night(date)?.from?.name ?? null).toBe(from);
  });
});

describe("how a price is calculated", () => {
  const document: PriceDocument = {
    ...DEFAULT_PRICES,
    longerStays: [{ nights: 7, percent: 1000 }],
    lastMinute: { days: 3, percent: 500 },
    guests: { sleeps: 6, included: 4, extraCents: 1000 },
    cleaningCents: 3000,
    taxes: [
      { name: "VAT", included: false, per: "price", percent: 1000 },
      { name: "City tax", included: false, per: "guest-night", amountCents: 100 },
      { name: "Levy", included: true, per: "price", percent: 500 },
    ],
  };

  test("nights, discount, extra guests, cleaning and taxes are calculated in that order", () => {
    const quote = priceStay(document, stayFrom("2028-03-06", 7), 5, { today: TODAY });
    expect(quote.lines).toEqual([
      { kind: "nights", from: null, quantity: 7, unitCents: 15_000, amountCents: 105_000 },
      {
        kind: "discount",
        reason: "longer-stay",
        nights: 7,
        percent: 1000,
        quantity: 1,
        unitCents: -10_500,
        amountCents: -10_500,
      },
      { kind: "extra-guests", guests: 1, nights: 7, quantity: 7, unitCents: 1000, amountCents: 7000 },
      { kind: "cleaning", quantity: 1, unitCents: 3000, amountCents: 3000 },
      { kind: "tax", name: "VAT", per: "price", percent: 1000, quantity: 1, unitCents: 10_450, amountCents: 10_450 },
      {
        kind: "tax",
        name: "City tax",
        per: "guest-night",
        percent: null,
        quantity: 35,
        unitCents: 100,
        amountCents: 3500,
      },
    ]);
    expect(quote.totalCents).toBe(118_450);
    expect(quote.containedTaxes).toEqual([{ name: "Levy", amountCents: 4976 }]);
    expect(quote.oneNightCents).toBe(13_500);
  });

  test("only the best discount counts; in a tie, the discount code wins", () => {
    const stay = { checkIn: TODAY, checkOut: addDays(TODAY, 7) };
    const reason = (percent: number) =>
      priceStay(document, stay, 2, { code: { code: "HELLO", discount: { percent } }, today: TODAY }).discount?.reason;
    expect(reason(999)).toBe("longer-stay");
    expect(reason(1000)).toBe("code");
    expect(priceStay(document, { ...stay, checkOut: addDays(TODAY, 2) }, 2, { today: TODAY }).discount).toEqual({
      reason: "last-minute",
      days: 3,
      percent: 500,
    });
  });

  test("a code worth more than the nights makes the nights free, but does not reduce the fees", () => {
    const code = { code: "GIFT", discount: { amountCents: 300_000 } };
    const quote = priceStay({ ...document, taxes: [] }, stayFrom("2028-03-06", 2), 2, { code, today: TODAY });
    expect(quote.totalCents).toBe(3000);
    expect(quote.oneNightCents).toBe(0);
    const free = priceStay(DEFAULT_PRICES, stayFrom("2028-03-06", 2), 2, {
      code: { code: "FREE", discount: { percent: 10_000 } },
      today: TODAY,
    });
    expect(free.totalCents).toBe(0);
  });

  test("each step of the policy charges the price of a number of nights or a share of the total", () => {
    const quote = priceStay(
      {
        ...document,
        cancellation: [
          { fromHoursBefore: 336, percent: 5000 },
          { fromHoursBefore: 48, nights: 2 },
        ],
      },
      stayFrom("2028-03-06", 7),
      2,
      { today: TODAY },
    );
    expect(quote.cancellation).toEqual([
      { fromHoursBefore: 336, amountCents: Math.round(quote.totalCents / 2) },
      { fromHoursBefore: 48, amountCents: 27_000 },
    ]);
  });
});
