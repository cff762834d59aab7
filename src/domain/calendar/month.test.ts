import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./local-date.ts";
import { addMonths, daysOf, firstDay, isMonth, type Month, monthOf, weekday, weeksOf } from "./month.ts";

const month = fc
  .tuple(fc.integer({ min: 2001, max: 2198 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, number]) => `${year}-${String(number).padStart(2, "0")}` as Month);

test("adding months crosses year boundaries", () => {
  expect(addMonths("2026-11", 2)).toBe("2027-01");
  expect(addMonths("2027-01", -1)).toBe("2026-12");
  fc.assert(
    fc.property(month, fc.integer({ min: -11, max: 11 }), (one, count) => {
      expect(addMonths(addMonths(one, count), -count)).toBe(one);
    }),
  );
});

test("a month has the right number of days, including in leap years", () => {
  expect(daysOf("2028-02")).toHaveLength(29);
  expect(daysOf("2027-02")).toHaveLength(28);
  expect(daysOf("2026-12").at(-1)).toBe("2026-12-31");
});

test("weeks start on Monday and contain every day of the month once", () => {
  expect(weekday("2026-11-21")).toBe(5);
  fc.assert(
    fc.property(month, (one) => {
      const weeks = weeksOf(one);
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        expect(new Date(`${week[0] ?? ""}T00:00:00Z`).getUTCDay()).toBe(1);
      }
      expect(weeks.flat().filter((day) => monthOf(day) === one)).toEqual(daysOf(one));
      expect(weeks.flat()).toContain(firstDay(one));
      expect((weeks[0]?.at(-1) ?? "") >= firstDay(one)).toBe(true);
      expect(weeks.at(-1)?.[0]).toBe(addDays(weeks[0]?.[0] ?? firstDay(one), (weeks.length - 1) * 7));
    }),
  );
});

test("accepts only months from 2000 to 2199 in the form YYYY-MM", () => {
  expect(["2026-11", "2026-13", "2026-1", "", null, "1999-01", "2026-11-01"].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
