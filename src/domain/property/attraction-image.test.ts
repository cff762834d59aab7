import { expect, test } from "vitest";
import { OFFERED_ATTRACTIONS, placeOf } from "./attraction-image.ts";

const places = (...names: string[]) => names.map((name) => ({ name }));
const found = (imageName: string, ...names: string[]) => placeOf(imageName, places(...names))?.name;

test("a picture belongs to the attraction with its name, or else to one with a similar name", () => {
  expect(found("Galle Fort", "Galle", "Galle Fort")).toBe("Galle Fort");
  expect(found("Galle", "Galle Fort", "Galle")).toBe("Galle");
  expect(found("Galle Fort", "Galle")).toBe("Galle");
  expect(found("kandy lake", "Kandy", "Kandy Lake")).toBe("Kandy Lake");
});

test("two names for the same place match, and names of different places do not", () => {
  expect(found("Temple of the Sacred Tooth Relic", "Temple of the Sacred Tooth")).toBeDefined();
  expect(found("Udawattakele Forest Reserve", "Udawatta Kele Sanctuary")).toBeDefined();
  expect(found("Temple of the Sacred Tooth Relic", "Temple of the Emerald Buddha")).toBeUndefined();
  expect(found("Kandy Lake", "")).toBeUndefined();
});

test("no two offered names refer to the same place", () => {
  for (const one of OFFERED_ATTRACTIONS) {
    expect(OFFERED_ATTRACTIONS.filter((other) => found(one, other))).toEqual([one]);
  }
});
