import { expect, test } from "vitest";
import { isSamePlace, OFFERED_ATTRACTIONS } from "./attraction-image.ts";

test("two names for the same place match, and names of different places do not", () => {
  expect(isSamePlace("Temple of the Sacred Tooth Relic", "Temple of the Sacred Tooth")).toBe(true);
  expect(isSamePlace("Udawattakele Forest Reserve", "Udawatta Kele Sanctuary")).toBe(true);
  expect(isSamePlace("kandy lake", "Kandy Lake")).toBe(true);
  expect(isSamePlace("Temple of the Sacred Tooth Relic", "Temple of the Emerald Buddha")).toBe(false);
  expect(isSamePlace("Kandy Lake", "")).toBe(false);
});

test("no two offered names refer to the same place", () => {
  for (const one of OFFERED_ATTRACTIONS) {
    expect(OFFERED_ATTRACTIONS.filter((other) => isSamePlace(one, other))).toEqual([one]);
  }
});
