import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toDollarString } from "./money.ts";

test("cents become dollars with two decimals", () => {
  expect(toDollarString(45_000)).toBe("450.00");
  expect(toDollarString(5)).toBe("0.05");
  expect(toDollarString(-15_050)).toBe("-150.50");
});

test("nothing is lost on the way", () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      expect(Math.round(Number(toDollarString(cents)) * 100)).toBe(cents);
    }),
  );
});
