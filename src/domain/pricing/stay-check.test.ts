import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomDocument, randomStay, randomTaken, TODAY } from "#server/testing/random-prices.ts";
import { nightCount, nightsOf, type Stay } from "../booking/stay.ts";
import { addDays, daysBetween, eachDay, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { nightOf } from "./night.ts";
import type { Weekday } from "../calendar/month.ts";
import { nearestStays } from "./nearest-stays.ts";
import { DEFAULT_PRICES, type PriceDocument } from "./price-document.ts";
import { createSellingCalendar } from "./selling-calendar.ts";
import { departuresFrom, refuseStay } from "./stay-check.ts";
import { chooseDay, refuseArrival, refuseDay } from "./day-choices.ts";
import { sellableNights, unsellableNights } from "./unsellable-nights.ts";

const RUNS = { numRuns: 5000 };
const SMALL = { windowDays: 12, longest: 5 };
const smallDocument = randomDocument(SMALL);
const smallTaken = randomTaken(SMALL.windowDays);
const NO_TERMS = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };

function stayFrom(checkIn: string, nights: number): Stay {
  const from = toLocalDate(checkIn);
  return { checkIn: from, checkOut: addDays(from, nights) };
}

function refusal(document: PriceDocument, stay: Stay, taken: string[] = [], today = toLocalDate("2027-06-01")) {
  return refuseStay(createSellingCalendar(document, new Set(taken.map(toLocalDate)), today), stay);
}

function everyNight(rules: Partial<PriceDocument["everyNight"]>, rest: Partial<PriceDocument> = {}): PriceDocument {
  return { ...DEFAULT_PRICES, ...rest, everyNight: { ...DEFAULT_PRICES.everyNight, ...rules } };
}

describe("properties of every price document", () => {
  test("an accepted stay meets every minimum-stay and changeover-day rule, or fills a gap completely", () => {
    fc.assert(
      fc.property(randomDocument(), randomTaken(), randomStay(), (document, taken, stay) => {
        if (refuseStay(createSellingCalendar(document, taken, TODAY), stay)) return true;
        const nights = nightsOf(stay);
        const terms = nights.map((night) => nightOf(document, night));
        const weekdayOf = (date: LocalDate) => ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7) as Weekday;
        const keeps =
          terms.every((night) => night.minimumNights <= nights.length) &&
          terms[0]?.changeoverDays.includes(weekdayOf(stay.checkIn)) &&
          terms.at(-1)?.changeoverDays.includes(weekdayOf(stay.checkOut));
        const fills =
          document.smallestGap !== null &&
          nights.length >= document.smallestGap &&
          (stay.checkIn === TODAY || taken.has(addDays(stay.checkIn, -1))) &&
          taken.has(stay.checkOut);
        return Boolean(keeps || fills) && nights.every((night) => !taken.has(night));
      }),
      RUNS,
    );
  });

  test("a night is called unsellable if and only if it is free, not too soon, and in no stay that can be booked", () => {
    fc.assert(
      fc.property(smallDocument, smallTaken, fc.integer({ min: 0, max: 3 }), (document, taken, start) => {
        const calendar = createSellingCalendar(document, taken, TODAY, addDays(TODAY, start));
        const held = new Set<LocalDate>();
        for (let arrival = 0; arrival < SMALL.windowDays; arrival++) {
          for (let nights = 1; nights <= SMALL.longest; nights++) {
            const stay = { checkIn: addDays(TODAY, arrival), checkOut: addDays(TODAY, arrival + nights) };
            if (!refuseStay(calendar, stay)) for (const night of nightsOf(stay)) held.add(night);
          }
        }
        const days = eachDay(TODAY, addDays(TODAY, SMALL.windowDays));
        const sellable = sellableNights(calendar);
        const found = unsellableNights(calendar);
        const listed = found.flatMap(({ from, until }) => eachDay(from, addDays(until, 1)));
        return (
          days.every((day, place) => sellable[place] === held.has(day)) &&
          listed.join() ===
            days
              .slice(start)
              .filter((day) => !held.has(day) && !taken.has(day))
              .join() &&
          // A suggested gap setting never forbids gaps that can be booked now.
          found.every(({ curedByGapsFrom }) => (curedByGapsFrom ?? 0) < (document.smallestGap ?? Infinity))
        );
      }),
      RUNS,
    );
  });

  test("selling gaps never makes a night unsellable, and the suggested gap setting makes a gap sellable", () => {
    fc.assert(
      fc.property(smallDocument, smallTaken, fc.integer({ min: 0, max: 3 }), (document, taken, start) => {
        const calendar = (smallestGap: number | null) =>
          createSellingCalendar({ ...document, smallestGap }, taken, TODAY, addDays(TODAY, start));
        const sellable = (smallestGap: number | null) => sellableNights(calendar(smallestGap));
        const [without, withGaps] = [sellable(null), sellable(document.smallestGap ?? 1)];
        return (
          without.every((was, night) => !was || withGaps[night]) &&
          unsellableNights(calendar(null)).every(
            ({ from, curedByGapsFrom }) =>
              curedByGapsFrom === null || sellable(curedByGapsFrom)[daysBetween(TODAY, from)],
          )
        );
      }),
      RUNS,
    );
  });

  test("the calendar's choices and the list of departures agree with the check of a complete stay", () => {
    fc.assert(
      fc.property(
        smallDocument,
        smallTaken,
        fc.integer({ min: 0, max: SMALL.windowDays - 1 }),
        (document, taken, arrival) => {
          const calendar = createSellingCalendar(document, taken, TODAY);
          const checkIn = addDays(TODAY, arrival);
          const accepted = Array.from({ length: SMALL.longest }, (_unused, place) =>
            addDays(checkIn, place + 1),
          ).filter((checkOut) => !refuseStay(calendar, { checkIn, checkOut }));
          const listed = [...departuresFrom(calendar, arrival)].filter((one) => !one.refusal);
          return (
            listed.map((one) => addDays(checkIn, one.nights)).join() === accepted.join() &&
            (refuseArrival(calendar, checkIn) === null) === accepted.length > 0 &&
            accepted.every((day) => refuseDay(calendar, day, checkIn) === null)
          );
        },
      ),
      RUNS,
    );
  });

  test("exactly the bookable stays can be chosen in a calendar (Q-09)", () => {
    fc.assert(
      fc.property(smallDocument, smallTaken, (document, taken) => {
        const calendar = createSellingCalendar(document, taken, TODAY);
        const days = eachDay(addDays(TODAY, -2), addDays(TODAY, SMALL.windowDays + 3));
        return days.every((checkIn) => {
          const arrived = chooseDay(calendar, { checkIn: null, checkOut: null }, checkIn);
          return days
            .filter((day) => day > checkIn)
            .every((checkOut) => {
              const bookable = refuseStay(calendar, { checkIn, checkOut }) === null;
              const left = arrived.ok ? chooseDay(calendar, arrived.chosen, checkOut) : arrived;
              return left.ok === bookable && (!left.ok || left.chosen.checkOut === checkOut);
            });
        });
      }),
      { numRuns: 1000 },
    );
  });

  test("every possible arrival can be chosen, except one beyond a taken night while only an arrival is chosen", () => {
    const calendar = createSellingCalendar(DEFAULT_PRICES, new Set([addDays(TODAY, 5)]), TODAY);
    const [early, late, beyond] = [addDays(TODAY, 2), addDays(TODAY, 4), addDays(TODAY, 8)];
    const chosen = { checkIn: late, checkOut: null };
    // Choosing an earlier day starts a new stay. A later day beyond someone else's night is refused, but can be chosen
    // after "Clear dates".
    expect(chooseDay(calendar, chosen, early)).toEqual({ ok: true, chosen: { checkIn: early, checkOut: null } });
    expect(chooseDay(calendar, chosen, beyond)).toMatchObject({ ok: false, refusal: { rule: "taken" } });
    expect(chooseDay(calendar, { checkIn: null, checkOut: null }, beyond).ok).toBe(true);
    // A complete stay, or an arrival that cannot be booked, is replaced by the next choice.
    expect(chooseDay(calendar, { checkIn: early, checkOut: late }, beyond).ok).toBe(true);
    expect(chooseDay(calendar, { checkIn: addDays(TODAY, 5), checkOut: null }, beyond).ok).toBe(true);
  });

  test("the suggested stays can be booked, and a bookable stay is its own first suggestion", () => {
    fc.assert(
      fc.property(smallDocument, smallTaken, randomStay(SMALL.windowDays, SMALL.longest), (document, taken, stay) => {
        const calendar = createSellingCalendar(document, taken, TODAY);
        const found = nearestStays(calendar, stay);
        const itself = found[0]?.checkIn === stay.checkIn && found[0].checkOut === stay.checkOut;
        return (
          found.every((one) => refuseStay(calendar, one) === null) &&
          itself === (refuseStay(calendar, stay) === null) &&
          found.length > 0 === sellableNights(calendar).includes(true)
        );
      }),
      RUNS,
    );
  });
});

describe("if the nights of a stay have different minimums, the longest one applies", () => {
  const document = everyNight(
    { minimumNights: 2 },
    { seasons: [{ ...NO_TERMS, name: "Christmas", from: "12-18", to: "01-06", minimumNights: 5 }] },
  );
  test.each([
    ["2027-11-01", 2, null],
    ["2027-11-01", 1, { rule: "minimum", nights: 2, from: null }],
    // The day of departure is not a night of the stay.
    ["2027-12-16", 2, null],
    ["2027-12-16", 3, { rule: "minimum", nights: 5, from: { level: "season", name: "Christmas" } }],
    ["2027-12-16", 5, null],
    ["2028-01-06", 1, { rule: "minimum", nights: 5, from: { level: "season", name: "Christmas" } }],
    ["2028-01-07", 2, null],
  ])("%s for %i nights", (checkIn, nights, expected) => {
    expect(refusal(document, stayFrom(checkIn, nights))).toEqual(expected);
  });

  test("a low season can lower the minimum", () => {
    const low = everyNight(
      { minimumNights: 4 },
      { seasons: [{ ...NO_TERMS, name: "Low", from: "05-01", to: "06-30", minimumNights: 1 }] },
    );
    expect(refusal(low, stayFrom("2027-06-10", 1))).toBeNull();
    expect(refusal(low, stayFrom("2027-07-10", 1))).toMatchObject({ rule: "minimum", nights: 4 });
  });

  test("two special nights can require a longer stay around them", () => {
    const document = everyNight(
      {},
      {
        specialDates: [
          { ...NO_TERMS, name: "Wedding", firstNight: "2027-08-10", lastNight: "2027-08-11", minimumNights: 5 },
        ],
      },
    );
    expect(refusal(document, stayFrom("2027-08-10", 2))).toMatchObject({ rule: "minimum", nights: 5 });
    expect(refusal(document, stayFrom("2027-08-08", 5))).toBeNull();
    expect(unsellableNights(createSellingCalendar(document, new Set(), toLocalDate("2027-06-01")))).toEqual([]);
  });
});

describe("arrivals and departures must fall on a weekday that the rules for that date allow", () => {
  const saturdays = everyNight({ changeoverDays: [5] });
  test("for a stay from Saturday to Saturday", () => {
    expect(refusal(saturdays, stayFrom("2027-07-03", 7))).toBeNull();
    expect(refusal(saturdays, stayFrom("2027-07-04", 6))).toEqual({ rule: "arrival-day", days: [5], from: null });
    expect(refusal(saturdays, stayFrom("2027-07-03", 6))).toEqual({ rule: "departure-day", days: [5], from: null });
  });

  test("for a stay that begins in a month with Saturday changeovers and ends in one with Monday changeovers", () => {
    const document = everyNight(
      {},
      {
        seasons: [
          { ...NO_TERMS, name: "July", from: "07-01", to: "07-31", changeoverDays: [5] },
          { ...NO_TERMS, name: "August", from: "08-01", to: "08-31", changeoverDays: [0] },
        ],
      },
    );
    expect(refusal(document, stayFrom("2027-07-31", 2))).toBeNull();
    expect(refusal(document, stayFrom("2027-07-31", 7))).toMatchObject({ rule: "departure-day", days: [0] });
    expect(unsellableNights(createSellingCalendar(document, new Set(), toLocalDate("2027-06-01")))).toEqual([]);
  });
});

describe("a gap between two bookings can be booked in full, even if it is shorter than the minimum", () => {
  const around = ["2027-07-09", "2027-07-12"];
  const gaps = everyNight({ minimumNights: 3, changeoverDays: [5] }, { smallestGap: 2 });
  test("only in full, and only if the host allows gaps of that length", () => {
    expect(refusal(gaps, stayFrom("2027-07-10", 2), around)).toBeNull();
    expect(refusal(gaps, stayFrom("2027-07-10", 1), around)).toMatchObject({ rule: "minimum" });
    expect(refusal({ ...gaps, smallestGap: 3 }, stayFrom("2027-07-10", 2), around)).toMatchObject({ rule: "minimum" });
    expect(refusal({ ...gaps, smallestGap: null }, stayFrom("2027-07-10", 2), around)).toMatchObject({
      rule: "minimum",
    });
  });

  test("even if the gap is between today and a booking, but not if it is at the end of the booking window", () => {
    expect(refusal(gaps, stayFrom("2027-06-01", 2), ["2027-06-03"])).toBeNull();
    const end = addDays(toLocalDate("2027-06-01"), gaps.windowDays);
    const stay = { checkIn: addDays(end, -2), checkOut: end };
    expect(refusal(gaps, stay, [addDays(end, -3)])).toMatchObject({ rule: "minimum" });
  });
});

test("the other reasons for refusing a stay apply in a fixed order", () => {
  expect(refusal(DEFAULT_PRICES, stayFrom("2027-05-31", 40))).toEqual({ rule: "past" });
  expect(refusal(DEFAULT_PRICES, stayFrom("2027-07-01", 0))).toEqual({ rule: "order" });
  expect(refusal(DEFAULT_PRICES, stayFrom("2027-07-01", 31), ["2027-07-02"])).toEqual({
    rule: "longest-stay",
    nights: 30,
  });
  expect(refusal(DEFAULT_PRICES, stayFrom("2029-05-30", 2), ["2029-05-30"])).toEqual({
    rule: "horizon",
    lastCheckOut: "2029-05-31",
    days: 730,
  });
  expect(refusal(everyNight({ minimumNights: 5 }), stayFrom("2027-07-01", 3), ["2027-07-02"])).toEqual({
    rule: "taken",
    nights: ["2027-07-02"],
  });
  expect(refusal(DEFAULT_PRICES, stayFrom("2027-07-01", 2), ["2027-06-30", "2027-07-03"])).toBeNull();
});

test("the nearest bookable stay is suggested instead of one that cannot be booked", () => {
  const calendar = createSellingCalendar(
    DEFAULT_PRICES,
    new Set([toLocalDate("2027-07-12")]),
    toLocalDate("2027-06-01"),
  );
  expect(nearestStays(calendar, stayFrom("2027-07-12", 3), 1)).toEqual([stayFrom("2027-07-13", 3)]);
  const strict = createSellingCalendar(everyNight({ minimumNights: 5 }), new Set(), toLocalDate("2027-06-01"));
  expect(nearestStays(strict, stayFrom("2027-07-12", 3), 1).map(nightCount)).toEqual([5]);
});
