import { describe, expect, test } from "vitest";
import { refusalText } from "./refusal-text.ts";
import { DEFAULT_STAY_RULES } from "../booking/limits.ts";
import { refuseDates } from "./stay-check.ts";

const TODAY = "2026-11-21";

describe("a stay is refused", () => {
  test.each([
    ["that begins yesterday", "2026-11-20", "2026-11-22", "Past dates can't be booked"],
    ["that has no nights", "2026-12-01", "2026-12-01", "Check-out date must be after check-in date"],
    ["that ends before it begins", "2026-12-02", "2026-12-01", "Check-out date must be after check-in date"],
    ["of 31 nights", "2026-12-01", "2027-01-01", "The longest stay is 30 nights"],
    [
      "that ends more than 730 days from now",
      "2028-11-19",
      "2028-11-21",
      "Dates more than two years away can't be booked",
    ],
  ] as const)("%s", (_case, checkIn, checkOut, message) => {
    const refusal = refuseDates({ checkIn, checkOut }, TODAY, DEFAULT_STAY_RULES);
    expect(refusal && refusalText(refusal)).toBe(message);
  });
});

describe("a stay is accepted", () => {
  test.each([
    ["that begins today", "2026-11-21", "2026-11-22"],
    ["of 30 nights", "2026-12-01", "2026-12-31"],
    ["that ends on the last day of the window", "2028-11-19", "2028-11-20"],
  ] as const)("%s", (_case, checkIn, checkOut) => {
    expect(refuseDates({ checkIn, checkOut }, TODAY, DEFAULT_STAY_RULES)).toBeNull();
  });
});
