import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { barIn, dayOf, nightOf, spanBetween } from "./occupancy.ts";

const MONDAY = toLocalDate("2026-12-07");
const ann = { checkIn: toLocalDate("2026-12-08"), checkOut: toLocalDate("2026-12-10") };
const ben = { checkIn: toLocalDate("2026-12-10"), checkOut: toLocalDate("2026-12-16") };

test("a stay begins and ends in the middle of a day, so that the next can begin where it ends", () => {
  expect(barIn(MONDAY, ann)).toEqual({ from: 3, to: 7, begins: true, ends: true });
  expect(barIn(MONDAY, ben)).toEqual({ from: 7, to: 14, begins: true, ends: false });
  expect(barIn(addDays(MONDAY, 7), ben)).toEqual({ from: 0, to: 5, begins: false, ends: true });
  expect(barIn(addDays(MONDAY, 14), ben)).toBeNull();
  expect(barIn(MONDAY, { checkIn: addDays(MONDAY, -3), checkOut: MONDAY })).toEqual({
    from: 0,
    to: 1,
    begins: false,
    ends: true,
  });
});

test("the bars of a stay over all weeks are as long as its nights", () => {
  fc.assert(
    fc.property(fc.integer({ min: -20, max: 20 }), fc.integer({ min: 1, max: 40 }), (start, nights) => {
      const checkIn = addDays(MONDAY, start);
      const stay = { checkIn, checkOut: addDays(checkIn, nights) };
      let halves = 0;
      for (let week = -10; week < 20; week++) {
        const bar = barIn(addDays(MONDAY, week * 7), stay);
        if (bar) halves += bar.to - bar.from;
      }
      expect(halves).toBe(nights * 2);
    }),
  );
});

test("a day knows who leaves, who arrives and whose night it is", () => {
  const stays = [ann, ben];
  expect(dayOf("2026-12-10", stays)).toEqual({ leaves: ann, arrives: ben, stays: null });
  expect(dayOf("2026-12-09", stays)).toEqual({ leaves: null, arrives: null, stays: ann });
  expect(nightOf("2026-12-10", stays)).toBe(ben);
  expect(nightOf("2026-12-16", stays)).toBeNull();
});

test("nights can be chosen forwards and backwards", () => {
  const span = { checkIn: MONDAY, checkOut: addDays(MONDAY, 3) };
  expect(spanBetween(MONDAY, addDays(MONDAY, 2))).toEqual(span);
  expect(spanBetween(addDays(MONDAY, 2), MONDAY)).toEqual(span);
});
