import { expect, test } from "vitest";
import { cancellationWords } from "./cancellation-text.ts";
import { DEFAULT_PRICES } from "./price-document.ts";

test("the specification's terms have the specification's words", () => {
  expect(cancellationWords(DEFAULT_PRICES)).toEqual({
    freeCancellationUntil: "48 hours before check-in",
    cancellation: "free of charge until 48 hours before check-in. After that the fee is one night's stay.",
  });
});

test("a host's own steps are all named, in order", () => {
  const cancellation = [
    { fromHoursBefore: 336, percent: 5000 },
    { fromHoursBefore: 48, nights: 2 },
    { fromHoursBefore: 24, percent: 10_000 },
  ];
  expect(cancellationWords({ cancellation }).cancellation).toBe(
    "free of charge until 14 days before check-in. After that the fee is 50% of the price, and from 48 hours before check-in the price of 2 nights, and from 24 hours before check-in the whole price.",
  );
});

test("cancellation that is free until the guest arrives counts no hours", () => {
  expect(cancellationWords({ cancellation: [{ fromHoursBefore: 0, nights: 1 }] }).freeCancellationUntil).toBe(
    "check-in",
  );
});
