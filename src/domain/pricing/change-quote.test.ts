import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomCode, randomDocument, randomGuests, randomStay, TODAY } from "#server/testing/random-prices.ts";
import type { Stay } from "../booking/stay.ts";
import { addDays } from "../calendar/local-date.ts";
import { evaluateChange, freezePrice } from "./change-quote.ts";
import { DEFAULT_PRICES, type PriceDocument, type PromoCode } from "./price-document.ts";
import { priceStay } from "./quote.ts";
import { createSellingCalendar } from "./selling-calendar.ts";

function freeze(document: PriceDocument, stay: Stay, guests = 2, code: PromoCode | null = null, today = TODAY) {
  const quote = priceStay(document, stay, guests, { code, today });
  return freezePrice(document, quote, { stay, guests, code, today });
}

const calendar = (document: PriceDocument, today = TODAY) => createSellingCalendar(document, new Set(), today);
const stayOf = (arrival: number, nights: number): Stay => ({
  checkIn: addDays(TODAY, arrival),
  checkOut: addDays(TODAY, arrival + nights),
});
const priced = (priceCents: number, rest: Partial<PriceDocument> = {}): PriceDocument => ({
  ...DEFAULT_PRICES,
  ...rest,
  everyNight: { ...DEFAULT_PRICES.everyNight, ...rest.everyNight, priceCents },
});

test("a stay with the same dates and guests costs the same, whatever the host has changed since it was booked", () => {
  fc.assert(
    fc.property(
      randomDocument(),
      randomDocument(),
      randomStay(),
      randomGuests,
      fc.option(randomCode, { nil: null }),
      (before, after, stay, guests, code) => {
        const frozen = freeze(before, stay, guests, code);
        const change = evaluateChange(frozen, { stay, guests }, calendar(after));
        return change.ok && change.differenceCents === 0;
      },
    ),
    { numRuns: 5000 },
  );
});

describe("a change", () => {
  test("is charged at today's price for the added nights only", () => {
    const frozen = freeze(priced(15_000), stayOf(10, 3));
    const change = evaluateChange(frozen, { stay: stayOf(9, 5), guests: 2 }, calendar(priced(20_000)));
    expect(change).toMatchObject({ ok: true, differenceCents: 40_000 });
  });

  test("keeps the booking's fees, even if the number of guests changes", () => {
    const terms = { guests: { sleeps: 6, included: 2, extraCents: 1000 }, cleaningCents: 3000 };
    const frozen = freeze(priced(15_000, terms), stayOf(10, 3));
    const dearer = priced(20_000, { guests: { ...terms.guests, extraCents: 9900 }, cleaningCents: 9900 });
    expect(evaluateChange(frozen, { stay: stayOf(10, 3), guests: 3 }, calendar(dearer))).toMatchObject({
      differenceCents: 3000,
    });
  });

  test("gets the booking's own discount or today's, whichever is larger", () => {
    const weekly = (percent: number) => priced(10_000, { longerStays: [{ nights: 3, percent }] });
    const longer = { stay: stayOf(10, 4), guests: 2 };
    const frozen = freeze(weekly(1000), stayOf(10, 3));
    expect(evaluateChange(frozen, longer, calendar(weekly(500)))).toMatchObject({ quote: { totalCents: 36_000 } });
    expect(evaluateChange(frozen, longer, calendar(weekly(2000)))).toMatchObject({ quote: { totalCents: 32_000 } });
  });

  test("keeps an early-booking discount, which counts from the day of booking", () => {
    const early = priced(10_000, { earlyBird: { days: 30, percent: 1000 } });
    const frozen = freeze(early, stayOf(40, 3));
    const later = calendar(priced(10_000), addDays(TODAY, 35));
    expect(evaluateChange(frozen, { stay: stayOf(40, 4), guests: 2 }, later)).toMatchObject({
      quote: { totalCents: 36_000 },
    });
  });

  test("keeps the discount code only if the changed stay meets the code's conditions", () => {
    const code: PromoCode = {
      code: "WEEK",
      discount: { percent: 5000 },
      arrivalFrom: null,
      arrivalUntil: null,
      bookUntil: TODAY,
      minimumNights: 3,
      maximumUses: 1,
    };
    const frozen = freeze(priced(10_000), stayOf(10, 3), 2, code);
    expect(evaluateChange(frozen, { stay: stayOf(10, 4), guests: 2 }, calendar(priced(10_000)))).toMatchObject({
      quote: { totalCents: 20_000 },
    });
    expect(evaluateChange(frozen, { stay: stayOf(10, 2), guests: 2 }, calendar(priced(10_000)))).toMatchObject({
      quote: { totalCents: 20_000 },
    });
  });

  test("keeps the booking's minimum stay if the new stay contains the agreed stay; otherwise today's minimum applies", () => {
    const minimum = (minimumNights: number): PriceDocument => ({
      ...DEFAULT_PRICES,
      everyNight: { ...DEFAULT_PRICES.everyNight, minimumNights },
    });
    const frozen = freeze(minimum(2), stayOf(10, 3));
    const now = calendar(minimum(5));
    expect(evaluateChange(frozen, { stay: stayOf(10, 4), guests: 2 }, now)).toMatchObject({ ok: true });
    expect(evaluateChange(frozen, { stay: stayOf(11, 3), guests: 2 }, now)).toMatchObject({
      ok: false,
      refusal: { rule: "minimum", nights: 5 },
    });
  });

  test("can keep an unchanged arrival or departure day, even if that is no longer a changeover day", () => {
    const mondays: PriceDocument = {
      ...DEFAULT_PRICES,
      everyNight: { ...DEFAULT_PRICES.everyNight, changeoverDays: [0] },
    };
    // TODAY is a Sunday: the stay begins on a Wednesday, and the change would end it on a Monday.
    const frozen = freeze(DEFAULT_PRICES, stayOf(10, 3));
    expect(evaluateChange(frozen, { stay: stayOf(10, 5), guests: 2 }, calendar(mondays))).toMatchObject({ ok: true });
    expect(evaluateChange(frozen, { stay: stayOf(10, 4), guests: 2 }, calendar(mondays))).toMatchObject({
      refusal: { rule: "departure-day" },
    });
    // The stay ends on a Saturday, and this change would begin it on a Monday.
    expect(evaluateChange(frozen, { stay: stayOf(8, 5), guests: 2 }, calendar(mondays))).toMatchObject({ ok: true });
  });
});
