import { expect, test } from "vitest";
import { cancellationTexts } from "./cancellation-text.ts";
import { DEFAULT_PRICES } from "./price-document.ts";

test("the text of the default policy states the specification's terms", () => {
  expect(cancellationTexts(DEFAULT_PRICES)).toEqual({
    freeCancellation: "Free cancellation until 48 hours before check-in.",
    cancellation: "Cancellation is free until 48 hours before check-in. After that the fee is one night's stay.",
  });
});

test("all of a host's steps are listed in order", () => {
  const cancellation = [
    { fromHoursBefore: 336, percent: 5000 },
    { fromHoursBefore: 48, nights: 2 },
    { fromHoursBefore: 24, percent: 10_000 },
  ];
  expect(cancellationTexts({ cancellation }).cancellation).toBe(
    "Cancellation is free until 14 days before check-in. After that the fee is 50% of the price. From 48 hours before check-in it is the price of 2 nights. From 24 hours before check-in it is the whole price.",
  );
});

test("the text for free cancellation until check-in mentions no hours", () => {
  expect(cancellationTexts({ cancellation: [{ fromHoursBefore: 0, nights: 1 }] }).freeCancellation).toBe(
    "Free cancellation until check-in.",
  );
});
