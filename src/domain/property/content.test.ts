import { describe, expect, test } from "vitest";
import { CONTENT_FIELDS, CONTENT_PLACES, withOneMain } from "./content.ts";
import { isOwnPicture } from "./picture-address.ts";
import { rateFromText, rateText } from "./property.ts";
import type { Photo } from "./site-content.ts";

const photo = (id: string, isMain: boolean): Photo => ({
  id,
  url: `/pictures/${id}`,
  title: id,
  category: "Garden",
  isMain,
});
const mains = (photos: Photo[]) => photos.filter((one) => one.isMain).map((one) => one.id);

describe("the main photo", () => {
  test("is the one marked as main, the first of several marked ones, or the first photo if none is marked", () => {
    expect(mains(withOneMain([photo("a", false), photo("b", true)]))).toEqual(["b"]);
    expect(mains(withOneMain([photo("a", false), photo("b", true), photo("c", true)]))).toEqual(["b"]);
    expect(mains(withOneMain([photo("a", false), photo("b", false)]))).toEqual(["a"]);
    expect(withOneMain([])).toEqual([]);
  });
});

describe("the rate", () => {
  test.each([15_000, 14_950, 1, 99_999_999, 100_000_000])(
    "of %i cents can be parsed from its formatted text",
    (cents) => {
      for (const currency of ["USD", "LKR", "CAD", "JPY", "KWD", "CHF", "BRL", "XCG"]) {
        expect(rateFromText(rateText(cents, currency), currency), currency).toBe(cents);
      }
    },
  );

  test.each([
    ["150", 15_000],
    [" $ 1,250.5 ", 125_050],
    ["149.50 per night", 14_950],
  ])("may be typed as %j", (typed, cents) => expect(rateFromText(typed, "USD")).toBe(cents));

  test.each([
    "",
    "0",
    "$0.00 per night",
    "-5",
    "1.234",
    "12 rupees",
    "LKR 150",
    "1e3",
    "150 per week",
    "1000000.01",
    "9".repeat(40),
  ])("cannot be typed as %j", (typed) => expect(rateFromText(typed, "USD")).toBeNull());
});

test("only our own pictures are accepted", () => {
  const id = "0123456789abcdefABCD-_";
  for (const good of ["/drawings/cottage/hero.svg", `/pictures/${id}/1200.jpg`]) {
    expect(isOwnPicture(good), good).toBe(true);
  }
  const bad = [
    "",
    "/",
    `/pictures/${id}`,
    `/pictures/${id}/master.jpg`,
    `/pictures/${id}/1200.jpg?x`,
    `/pictures/${id}/1200.jpg#x`,
    `/pictures/${id}/1200.jpg\n`,
    `pictures/${id}/1200.jpg`,
    `//evil.example/pictures/${id}/1200.jpg`,
    `/\\evil.example/pictures/${id}/1200.jpg`,
    `https://evil.example/pictures/${id}/1200.jpg`,
    "/pictures/../../latchkey.sqlite/1.jpg",
    "/drawings/../api/admin/settings",
    "/drawings/cottage/%2e%2e/x.svg",
    "/api/admin/audit",
    "javascript:alert(1)",
    "data:image/png;base64,AA",
  ];
  for (const one of bad) expect(isOwnPicture(one), one).toBe(false);
});

test("every field is on a tab of the editor or on its own screen", () => {
  expect(Object.values(CONTENT_FIELDS).filter(({ tab }) => !(tab in CONTENT_PLACES))).toEqual([]);
});
