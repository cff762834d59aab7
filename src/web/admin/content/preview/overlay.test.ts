import { describe, expect, test } from "vitest";
import type { PublicProperty, PublicSite } from "#contract/property.ts";
import { nightRateWith, propertyWith, siteWith, wholeOrZero } from "./overlay.ts";
import { placeOfId } from "./shown-on.ts";

const LONG = { descriptionHtml: "<p>typed</p>", directionsHtml: "<p>left</p>" };
// Only the fields that the tests use.
const property = {
  name: "House",
  rate: "$150 per night",
  rateCents: 15_000,
  currency: "USD",
  bedrooms: 3,
  imageUrl: "/a",
} as PublicProperty;
const site = {
  hero: { id: "hero", title: "Old", content: "", imageUrl: "/h" },
  houseTimes: { checkInFrom: "14:00", checkOutBy: "11:00" },
  location: { latitude: 7, longitude: 80, directions: "" },
} as unknown as PublicSite;

describe("the preview shows what is typed", () => {
  test("and keeps the stored rate, times and coordinates while the input is invalid", () => {
    expect(propertyWith(property, { rate: "175.5", bedrooms: "x" }, LONG)).toMatchObject({
      name: "House",
      rate: "$175.50 per night",
      rateCents: 17_550,
      bedrooms: 0,
      descriptionHtml: "<p>typed</p>",
    });
    expect(propertyWith(property, { rate: "a lot", name: "" }, LONG)).toMatchObject({ rateCents: 15_000, name: "" });
    const times = { ...site.houseTimes, checkInFrom: "" } as never;
    expect(siteWith(site, { houseTimes: times }, LONG).houseTimes.checkInFrom).toBe("14:00");
    const guide = { latitude: "", longitude: "80.5", travelTimes: [], landmarks: [] };
    expect(siteWith(site, { gettingHere: guide }, LONG).location).toMatchObject({ latitude: 7, longitude: 80.5 });
  });

  test("with the typed rate as the site's rate, unless another price is the lowest", () => {
    const shown = propertyWith(property, { rate: "175.5" }, LONG);
    const rates = ["$150 per night", "From $150 per night", "From $120 per night"];
    expect(rates.map((nightRate) => nightRateWith({ nightRate }, property, shown))).toEqual([
      "$175.50 per night",
      "From $175.50 per night",
      "From $120 per night",
    ]);
  });

  test("with one main photo, which is the property's picture", () => {
    const photos = [
      { url: "/one", title: "One", category: "Garden" as const },
      { url: "/two", title: "Two", category: "Garden" as const, isMain: true },
    ];
    expect(propertyWith(property, { photos }, LONG).imageUrl).toBe("/two");
    expect(siteWith(site, { photos }, LONG).photos.map((photo) => photo.isMain)).toEqual([false, true]);
  });
});

test("room counts become whole numbers, or 0 if invalid", () => {
  expect(["3", "2.9", "", "x", "-1", " 4 "].map(wholeOrZero)).toEqual([3, 2, 0, 0, 0, 4]);
});

test("an input's id identifies the place where guests see its value", () => {
  expect(placeOfId("contact.social.facebook")).toEqual({ page: "/", selector: "footer" });
  expect(placeOfId("amenities-add")).toMatchObject({ page: "/guest-info", selector: "#amenities" });
  expect(placeOfId("localAttractions.2.name")).toEqual({ page: "/attractions", selector: "main ul > li:nth-child(3)" });
  expect(placeOfId("wifiPassword")).toBeNull();
  expect(placeOfId("radix-3")).toBeNull();
});
