import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, eachDay, type LocalDate } from "../calendar/local-date.ts";
import { randomDocument, TODAY } from "#server/testing/random-prices.ts";
import { documentProblems } from "./document-problems.ts";
import { nightOf } from "./night.ts";
import { DEFAULT_PRICES, type PriceDocument } from "./price-document.ts";
import { withSpecialTerms } from "./special-price.ts";

const day = (n: number) => addDays(TODAY, n);
const span = (from: number, to: number) => ({ checkIn: day(from), checkOut: day(to) });
const PARTY = {
  name: "Party",
  firstNight: day(10),
  lastNight: day(19),
  priceCents: 30_000,
  weekendPriceCents: 35_000,
  minimumNights: 4,
  changeoverDays: null,
};

describe("a price for chosen nights", () => {
  test("splits the special dates that contained the nights, and the nights keep their name and minimum stay", () => {
    const document = withSpecialTerms({ ...DEFAULT_PRICES, specialDates: [PARTY] }, span(12, 14), {
      priceCents: 20_000,
    });
    expect(document?.specialDates.map(({ name, firstNight, lastNight }) => [name, firstNight, lastNight])).toEqual([
      ["Party", day(10), day(11)],
      ["Party", day(12), day(13)],
      ["Party", day(14), day(19)],
    ]);
    expect(document?.specialDates[1]).toMatchObject({ priceCents: 20_000, weekendPriceCents: null, minimumNights: 4 });
  });

  test("is named after its dates if nobody has named it, even after its dates change", () => {
    const named = (document: PriceDocument | null) => document?.specialDates.map(({ name }) => name);
    const document = withSpecialTerms(DEFAULT_PRICES, span(12, 15), { minimumNights: 3 });
    expect(named(document)).toEqual([`${day(12)} to ${day(14)}`]);
    const shorter = withSpecialTerms(document ?? DEFAULT_PRICES, span(12, 13), { minimumNights: 2 });
    expect(named(shorter)).toEqual([day(12), `${day(13)} to ${day(14)}`]);
  });

  test("is removed if both fields are empty, so the usual prices apply again", () => {
    const document = withSpecialTerms({ ...DEFAULT_PRICES, specialDates: [PARTY] }, span(10, 20), {
      priceCents: null,
      minimumNights: null,
    });
    expect(document).toEqual(DEFAULT_PRICES);
  });

  test("changes only the chosen nights, keeps their changeover days, and can be saved", () => {
    const terms = fc.record({
      priceCents: fc.integer({ min: 1, max: 60_000 }),
      minimumNights: fc.integer({ min: 1, max: 7 }),
    });
    const nights = fc.tuple(fc.integer({ min: 0, max: 58 }), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(randomDocument(), nights, terms, (before, [from, length], special) => {
        const after = withSpecialTerms(before, span(from, from + length), special);
        if (!after) throw new Error("Too many special dates");
        const shown = (document: typeof before, date: LocalDate) => {
          const { priceCents, minimumNights, changeoverDays } = nightOf(document, date);
          return { priceCents, minimumNights, changeoverDays };
        };
        for (const date of eachDay(day(0), day(80))) {
          const isChosen = day(from) <= date && date < day(from + length);
          expect(shown(after, date)).toEqual(isChosen ? { ...shown(before, date), ...special } : shown(before, date));
        }
        const clashes = documentProblems(after, TODAY).filter(({ path }) => path.startsWith("specialDates"));
        expect(clashes).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
