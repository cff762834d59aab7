import { expect, test } from "vitest";
import { coordinates } from "#domain/property/coordinates.ts";
import { mapLinks } from "./map-links.ts";
import { phoneLink } from "./phone-link.ts";

const point = { latitude: 7.3205, longitude: 80.7012 };

test("links to maps contain the coordinates or the address, and the name if possible", () => {
  expect(mapLinks.show(point)).toBe("https://www.google.com/maps/search/?api=1&query=7.3205,80.7012");
  expect(mapLinks.directions(point)).toBe("https://www.google.com/maps/dir/?api=1&destination=7.3205,80.7012");
  expect(mapLinks.apple(point, "Tea & Mist")).toBe("https://maps.apple.com/?ll=7.3205,80.7012&q=Tea%20%26%20Mist");
  expect(mapLinks.anyApp({ latitude: -7.5, longitude: 80 })).toBe("geo:-7.5,80?q=-7.5,80");
  expect(mapLinks.directions("14 Mill & Co., Lagos")).toBe(
    "https://www.google.com/maps/dir/?api=1&destination=14%20Mill%20%26%20Co.,%20Lagos",
  );
  expect(coordinates(point)).toBe("7.3205, 80.7012");
});

test("a phone link contains only the plus sign and the digits of the number", () => {
  expect(phoneLink("+94 (81) 000-0142")).toBe("tel:+94810000142");
});
