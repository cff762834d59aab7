import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { barIn, dayOf, lanesOf, nightOf, spanBetween } from "./occupancy.ts";
import { overlaps } from "./stay.ts";

const MONDAY = toLocalDate("2026-12-07");
const ann = { checkIn: toLocalDate("2026-12-08"), checkOut: toLocalDate("2026-12-10") };
const ben = { checkIn: toLocalDate("2026-12-10"), checkOut: toLocalDate("2026-12-16") };

test("a stay's bar starts and ends at midday, so another stay can start on the day of departure", () => {
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

test("across all weeks, the lengths of a stay's bars add up to its number of nights", () => {
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

test("a day lists departures, arrivals and stays, and both stays of a double booking", () => {
  const stays = [ann, ben];
  expect(dayOf("2026-12-10", stays)).toEqual({ leaves: [ann], arrives: [ben], stays: [] });
  expect(dayOf("2026-12-09", stays)).toEqual({ leaves: [], arrives: [], stays: [ann] });
  expect(nightOf("2026-12-10", stays)).toEqual([ben]);
  expect(nightOf("2026-12-16", stays)).toEqual([]);
  const sold = { checkIn: toLocalDate("2026-12-09"), checkOut: toLocalDate("2026-12-11") };
  expect(dayOf("2026-12-10", [...stays, sold])).toEqual({ leaves: [ann], arrives: [ben], stays: [sold] });
  expect(nightOf("2026-12-10", [...stays, sold])).toEqual([ben, sold]);
});

test("stays that share a night are in separate rows; those that only touch share a row", () => {
  expect([...lanesOf([ben, ann]).values()]).toEqual([0, 0]);
  const anyStay = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 9 })).map(([start, nights]) => {
    const checkIn = addDays(MONDAY, start);
    return { checkIn, checkOut: addDays(checkIn, nights) };
  });
  fc.assert(
    fc.property(fc.array(anyStay, { maxLength: 12 }), (stays) => {
      const lanes = lanesOf(stays);
      expect(lanes.size).toBe(stays.length);
      for (const one of stays)
        for (const other of stays)
          if (one !== other && overlaps(one, other)) expect(lanes.get(one)).not.toBe(lanes.get(other));
      // No more rows than there are stays on the busiest night.
      const fullest = Math.max(0, ...stays.map(({ checkIn }) => nightOf(checkIn, stays).length));
      expect(new Set(lanes.values()).size).toBe(fullest);
    }),
  );
});

test("nights can be chosen from first to last or from last to first", () => {
  const span = { checkIn: MONDAY, checkOut: addDays(MONDAY, 3) };
  expect(spanBetween(MONDAY, addDays(MONDAY, 2))).toEqual(span);
  expect(spanBetween(addDays(MONDAY, 2), MONDAY)).toEqual(span);
});
