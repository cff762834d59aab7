import { expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { monthsBefore } from "./retention.ts";

test.each([
  ["2026-11-21", 24, "2024-11-21"],
  ["2026-01-15", 1, "2025-12-15"],
  ["2024-03-31", 1, "2024-02-29"],
  ["2026-05-31", 3, "2026-02-28"],
])("%s minus %i months is %s", (day, months, expected) => {
  expect(monthsBefore(toLocalDate(day), months)).toBe(expected);
});
