import { expect, test } from "vitest";
import { isSummaryDue } from "./host-event.ts";

test("a summary is sent from its hour on, but not in the evening if the server was off all day", () => {
  expect([6, 7, 8, 10, 11, 20].filter((hour) => isSummaryDue(7, hour))).toEqual([7, 8, 10]);
  expect(isSummaryDue(null, 7)).toBe(false);
  expect(isSummaryDue(0, 0)).toBe(true);
});
