import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { preparationNights, preparationSpans, withoutOwnNights } from "./preparation.ts";
import { nightsOf, type Stay } from "./stay.ts";

const day = (n: number) => addDays(toLocalDate("2027-06-01"), n);
const stay = (from: number, to: number): Stay => ({ checkIn: day(from), checkOut: day(to) });
const nights = (one: Stay, isStay = true) => nightsOf(one).map((night) => ({ night, isStay }));

test("nights before and after a stay are kept free if configured", () => {
  expect([...preparationNights(nights(stay(5, 7)), 2)].toSorted()).toEqual([day(3), day(4), day(7), day(8)]);
  expect(preparationNights(nights(stay(5, 7)), 0).size).toBe(0);
});

test("a block needs no preparation, and its own nights are not counted as preparation", () => {
  expect(preparationNights(nights(stay(5, 7), false), 2).size).toBe(0);
  const both = [...nights(stay(5, 7)), ...nights(stay(7, 8), false)];
  expect([...preparationNights(both, 2)].toSorted()).toEqual([day(3), day(4), day(8)]);
});

test("the preparation spans of a calendar contain exactly the nights to be kept free, each once", () => {
  const length = fc.integer({ min: 1, max: 4 });
  const spans = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), length, fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(spans, fc.integer({ min: 0, max: 3 }), (gaps, kept) => {
      let at = 0;
      const held = gaps.map(([gap, many, isStay]) => {
        const from = at + gap;
        at = from + many;
        return { ...stay(from, at), isStay, key: `booking:${from}` };
      });
      const found = preparationSpans(
        held.filter(({ isStay }) => isStay),
        kept,
        held,
      );
      const inSpans = found.flatMap(nightsOf);
      const expected = preparationNights(
        held.flatMap((one) => nights(one, one.isStay)),
        kept,
      );
      expect(inSpans.toSorted()).toEqual([...expected].toSorted());
      expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
    }),
    { numRuns: 2000 },
  );
});

test("a change may use the booking's own nights and preparation days, but not those of the next stay", () => {
  const own = stay(10, 12);
  const unavailable = (...others: Stay[]) => {
    const occupied = [own, ...others].flatMap((one) => nights(one));
    return [...occupied.map(({ night }) => night), ...preparationNights(occupied, 2)];
  };
  expect([...withoutOwnNights(unavailable(), own, 2)]).toEqual([]);
  expect(withoutOwnNights(unavailable(stay(18, 20)), own, 2)).not.toContain(day(12));
  expect(withoutOwnNights(unavailable(stay(18, 20)), own, 2)).toContain(day(16));
  // The server decides where one stay's preparation ends and the next one's begins.
  expect(withoutOwnNights(unavailable(stay(16, 18)), own, 2)).toContain(day(12));
  expect(withoutOwnNights(unavailable(stay(16, 18)), own, 2)).not.toContain(day(9));
  expect(withoutOwnNights([day(10), day(11)], own, 0).size).toBe(0);
});
