import { expect, test } from "vitest";
import { extrasText, priceText } from "./charges.ts";
import { DEFAULT_PRICES } from "./price-document.ts";

test("the text beside the nightly price says “taxes and fees included” only if nothing is added", () => {
  const priced = (part: object) => extrasText({ ...DEFAULT_PRICES, ...part });
  expect(priced({})).toBe("Taxes and fees included");
  const tax = { name: "VAT", per: "price", percent: 600 };
  expect(priced({ taxes: [{ ...tax, included: true }] })).toBe("Taxes and fees included");
  expect(priced({ taxes: [{ ...tax, included: false }] })).toBe("Plus VAT; the total includes everything");
  expect(priced({ cleaningCents: 5000, taxes: [{ ...tax, included: false }] })).toBe(
    "Plus $50 cleaning per stay and VAT; the total includes everything",
  );
});

test("the text names a price for additional guests only if the cottage sleeps more guests than are included", () => {
  const forGuests = (sleeps: number, included: number, extraCents: number) =>
    priceText("$150 per night", { ...DEFAULT_PRICES, guests: { sleeps, included, extraCents } });
  expect(priceText("$150 per night", DEFAULT_PRICES)).toBe("$150 per night for the entire cottage and up to 6 guests.");
  expect(forGuests(6, 2, 2000)).toBe(
    "$150 per night for the entire cottage and 2 guests. Each additional guest (up to 6 guests) costs $20 per night.",
  );
  // The cottage does not sleep more guests than are included.
  expect(forGuests(2, 2, 2000)).toBe("$150 per night for the entire cottage and up to 2 guests.");
});
