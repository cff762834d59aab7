import { expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { summaryDue } from "./host-event.ts";

const today = toLocalDate("2026-12-02");
const dueAt = (summaryHour: number | null, hour: number) => summaryDue(summaryHour, { today, hour });

test("a summary is due for at most four hours from its chosen hour, and never if no hour is chosen", () => {
  expect([6, 7, 8, 10, 11, 20].filter((hour) => dueAt(7, hour))).toEqual([7, 8, 10]);
  expect(dueAt(null, 7)).toBe(null);
  expect(dueAt(0, 0)).toBe(today);
});

test("a summary for the late evening is due after midnight too, as that of the day before", () => {
  expect([22, 23, 0, 1, 2, 3].map((hour) => dueAt(23, hour))).toEqual([
    null,
    "2026-12-02",
    "2026-12-01",
    "2026-12-01",
    "2026-12-01",
    null,
  ]);
  expect(dueAt(20, 0)).toBe(null);
});
