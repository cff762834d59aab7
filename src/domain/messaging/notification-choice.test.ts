import { expect, test } from "vitest";
import { isSummaryDue } from "./host-event.ts";

test("a summary is due for at most four hours from its chosen hour, and never if no hour is chosen", () => {
  expect([6, 7, 8, 10, 11, 20].filter((hour) => isSummaryDue(7, hour))).toEqual([7, 8, 10]);
  expect(isSummaryDue(null, 7)).toBe(false);
  expect(isSummaryDue(0, 0)).toBe(true);
});
