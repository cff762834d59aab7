import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, daysBetween, eachDay, isLocalDate, toLocalDate } from "./local-date.ts";

const day = fc.integer({ min: 0, max: 70_000 }).map((days) => addDays("2001-01-01", days));

test.each([
  "2026-02-30",
  "2026-13-01",
  "1999-12-31",
  "2200-01-01",
  "2026-1-1",
  "today",
  "infinity",
  "",
  "2026-02-28T00:00",
  null,
  20260228,
])("%j is not accepted as a calendar date", (text) => expect(isLocalDate(text)).toBe(false));

test("leap days exist in leap years only", () => {
  expect(isLocalDate("2028-02-29")).toBe(true);
  expect(isLocalDate("2027-02-29")).toBe(false);
  expect(() => toLocalDate("2027-02-29")).toThrow(RangeError);
});

test("the days before and after the accepted dates can be calculated, but are not accepted", () => {
  for (const [day, days, beyond] of [
    ["2000-01-01", -1, "1999-12-31"],
    ["2199-12-31", 1, "2200-01-01"],
  ] as const) {
    expect(addDays(toLocalDate(day), days)).toBe(beyond);
    expect([isLocalDate(day), isLocalDate(beyond)]).toEqual([true, false]);
    expect(toLocalDate(beyond)).toBe(beyond);
  }
  expect(() => addDays("2199-12-31", 4_000_000)).toThrow(RangeError);
});

test("adding days and counting them are inverse operations", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -360, max: 2000 }), (from, days) => {
      expect(daysBetween(from, addDays(from, days))).toBe(days);
    }),
  );
});

test("dates sort chronologically when compared as text", () => {
  fc.assert(
    fc.property(day, day, (a, b) => {
      expect(a < b).toBe(daysBetween(a, b) > 0);
    }),
  );
});

test("lists each day from one date up to, but not including, another", () => {
  expect(eachDay("2026-12-30", "2027-01-02")).toEqual(["2026-12-30", "2026-12-31", "2027-01-01"]);
  expect(eachDay("2026-12-30", "2026-12-30")).toEqual([]);
});
