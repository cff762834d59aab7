import fc from "fast-check";
import { expect, test } from "vitest";
import { fromDollarText, MAX_CENTS, toDollarString } from "./money.ts";

test("cents become dollars with two decimals", () => {
  expect(toDollarString(5)).toBe("0.05");
  expect(toDollarString(-15_050)).toBe("-150.50");
});

test("amounts are parsed as people type them", () => {
  expect(fromDollarText("450")).toBe(45_000);
  expect(fromDollarText(" $1,200.50 ")).toBe(120_050);
  expect(fromDollarText("0.5")).toBe(50);
});

test.each(["", "-5", "4.505", "1,20", "4 50", "1e3", "NaN", "٤٥", "1000000.01", "12,34,567"])(
  "%j is not an amount",
  (text) => {
    expect(fromDollarText(text)).toBeNull();
  },
);

test("formatted amounts can be parsed again", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
      expect(fromDollarText(toDollarString(cents))).toBe(cents);
    }),
  );
});
