import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  randomCode,
  randomDocument,
  randomGuests,
  randomStay,
  TODAY as RANDOM_TODAY,
} from "#server/testing/random-prices.ts";
import { cancellationFee } from "../booking/cancellation.ts";
import type { Stay } from "../booking/stay.ts";
import { addDays, type LocalDate } from "../calendar/local-date.ts";
import { withAdjustments } from "./adjustments.ts";
import { DEFAULT_PRICES } from "./price-document.ts";
import { codeFitsStay } from "./promo-code.ts";
import { priceStay } from "./quote.ts";
import { createSellingCalendar } from "./selling-calendar.ts";
import type { PricedStay, SoldPrice } from "./change-quote.ts";
import { changePrice, keepTotal, policyOf, sell, legacyTerms } from "./sold-price.ts";

const TODAY = "2026-11-20";
const WHERE = { checkInTime: "14:00", timeZone: "Asia/Colombo" } as const;
const stay = (checkIn: LocalDate, checkOut: LocalDate): Stay => ({ checkIn, checkOut });
const at = (priceCents: number) => ({ ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, priceCents } });
const three = stay("2026-12-10", "2026-12-13");
const sold = {
  ...three,
  guestCount: 2,
  ...sell(DEFAULT_PRICES, priceStay(DEFAULT_PRICES, three, 2, { today: TODAY }), {
    stay: three,
    guests: 2,
    code: null,
    today: TODAY,
  }),
};
const lines = ({ priceLines }: SoldPrice) => priceLines.map((line) => `${line.quantity} x ${line.unitCents}`);

function change(booking: PricedStay, newStay: Stay, rate: number, guests = 2): SoldPrice {
  const change = changePrice(booking, { stay: newStay, guests }, createSellingCalendar(at(rate), new Set(), TODAY));
  if (!change.ok) throw new Error(change.refusal.rule);
  return change.price;
}

test("nights that were sold keep their price, whatever a night costs today", () => {
  expect(change(sold, three, 99_000)).toMatchObject({ totalCents: 45_000, oneNightCents: 15_000 });
  const longer = change(sold, stay("2026-12-10", "2026-12-15"), 10_000);
  expect(lines(longer)).toEqual(["3 x 15000", "2 x 10000"]);
  expect(longer).toMatchObject({ totalCents: 65_000, oneNightCents: 15_000 });
  const moved = change(sold, stay("2026-12-09", "2026-12-12"), 10_000);
  expect(lines(moved)).toEqual(["1 x 10000", "2 x 15000"]);
  expect(moved.oneNightCents).toBe(10_000);
});

test("extending a stay at a lower price does not lower the cancellation fee", () => {
  const policy = policyOf(DEFAULT_PRICES.cancellation, WHERE);
  const late = new Date("2026-12-10T00:00:00Z");
  const fee = (price: SoldPrice) => cancellationFee({ ...price, checkIn: "2026-12-10", policy }, late);
  expect(fee(sold)).toBe(15_000);
  expect(fee(change(sold, stay("2026-12-10", "2026-12-30"), 1_000))).toBe(15_000);
});

test("an agreed total is one line and does not become a nightly price", () => {
  const five = stay("2026-12-10", "2026-12-15");
  const kept = { ...sold, ...five, ...keepTotal(sold, { stay: five, guests: 2 }) };
  const amounts = { quantity: 1, unitCents: 45_000, amountCents: 45_000 };
  expect(kept.priceLines).toEqual([{ kind: "agreed", nights: 5, guests: 2, ...amounts }]);
  const longer = change(kept, stay("2026-12-10", "2026-12-16"), 10_000);
  expect(longer.priceLines.map((line) => line.kind)).toEqual(["agreed", "nights"]);
  expect(longer).toMatchObject({ totalCents: 55_000, oneNightCents: 15_000 });
  expect(change(kept, stay("2026-12-12", "2026-12-15"), 10_000).totalCents).toBe(30_000);
  const later = { stay: stay("2026-12-20", "2026-12-23"), guests: 2 };
  expect(keepTotal(sold, later).priceLines).toEqual(sold.priceLines);
});

test("whatever has changed before, fewer guests on the same dates never cost more, and more never cost less", () => {
  let changes = 0;
  const nights = fc.integer({ min: 0, max: 4 });
  const code = randomCode.map((one) => ({ ...one, arrivalUntil: addDays(RANDOM_TODAY, 30), minimumNights: 3 }));
  fc.assert(
    fc.property(
      fc.tuple(randomDocument(), randomDocument(), randomDocument()),
      randomStay(),
      fc.tuple(nights, nights),
      fc.tuple(randomGuests, randomGuests, randomGuests),
      fc.option(code, { nil: null }),
      fc.constantFrom("as-priced", "total-kept", "total-kept-on-other-dates", "total-agreed"),
      ([before, then, now], first, [earlier, later], [guests, others, requested], ofGuest, kind) => {
        const code = ofGuest && codeFitsStay(ofGuest, first) ? ofGuest : null;
        const price = priceStay(before, first, guests, { code, today: RANDOM_TODAY });
        const occasion = { stay: first, guests, code, today: RANDOM_TODAY };
        let booking: PricedStay = { ...first, guestCount: guests, ...sell(before, price, occasion) };
        const agreed = { label: "Agreed price", amountCents: -5000, agreedTotal: true } as const;
        if (kind === "total-agreed") booking = { ...booking, ...withAdjustments(booking, [agreed]) };
        const longer = stay(addDays(first.checkIn, -earlier), addDays(first.checkOut, later));
        const moved = stay(addDays(first.checkIn, later * 10), addDays(first.checkOut, later * 10));
        const next = kind === "total-kept-on-other-dates" ? moved : longer;
        if (kind === "as-priced" || kind === "total-agreed") {
          const onSale = createSellingCalendar(then, new Set(), RANDOM_TODAY);
          const change = changePrice(booking, { stay: next, guests: others }, onSale);
          if (!change.ok) return true;
          booking = { ...booking, ...change.price, ...next, guestCount: others };
        } else {
          const kept = keepTotal(booking, { stay: next, guests: others });
          booking = { ...booking, ...kept, ...next, guestCount: others };
        }
        const onSale = createSellingCalendar(now, new Set(), RANDOM_TODAY);
        const change = changePrice(booking, { stay: next, guests: requested }, onSale);
        if (!change.ok) return true;
        changes += 1;
        const { totalCents } = change.price;
        return requested > others ? totalCents >= booking.totalCents : totalCents <= booking.totalCents;
      },
    ),
    { numRuns: 5000 },
  );
  expect(changes).toBeGreaterThan(1000);
});

describe("a booking made before nightly prices could differ", () => {
  const createdAt = new Date(`${TODAY}T06:00:00Z`);
  const policy = { freeUntilHoursBefore: 72, feeNights: 2, ...WHERE };

  test("keeps its policy, and each night has the price of its line", () => {
    const { priceLines, totalCents, oneNightCents } = sold;
    const terms = legacyTerms({ ...three, priceLines, totalCents, oneNightCents, policy, createdAt });
    expect(terms.nights.map((night) => night.priceCents)).toEqual([15_000, 15_000, 15_000]);
    expect(terms.cancellation).toEqual([{ fromHoursBefore: 72, amountCents: 30_000 }]);
    expect([terms.bookedOn, terms.minimumNights, terms.code]).toEqual([TODAY, 1, null]);
  });

  test("has no nightly price if the host had agreed on a total", () => {
    const five = stay("2026-12-10", "2026-12-15");
    const { priceLines, totalCents, oneNightCents } = keepTotal(sold, { stay: five, guests: 2 });
    expect(legacyTerms({ ...five, priceLines, totalCents, oneNightCents, policy, createdAt }).nights).toEqual([]);
  });
});
