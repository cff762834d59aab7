import { expect, test } from "vitest";
import { isSamePlace, OFFERED_ATTRACTIONS } from "./attraction-image.ts";

test("a place is known under both of its names", () => {
  expect(isSamePlace("Temple of the Sacred Tooth Relic", "Temple of the Sacred Tooth")).toBe(true);
  expect(isSamePlace("Udawattakele Forest Reserve", "Udawatta Kele Sanctuary")).toBe(true);
  expect(isSamePlace("kandy lake", "Kandy Lake")).toBe(true);
  expect(isSamePlace("Temple of the Sacred Tooth Relic", "Temple of the Emerald Buddha")).toBe(false);
  expect(isSamePlace("Kandy Lake", "")).toBe(false);
});

test("no two of the offered names mean one place", () => {
  for (const one of OFFERED_ATTRACTIONS) {
    expect(OFFERED_ATTRACTIONS.filter((other) => isSamePlace(one, other))).toEqual([one]);
  }
});
