import * as fc from "fast-check";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { addDays, epochDay, type LocalDate, toLocalDate } from "../calendar/local-date.ts";
import { localDateOf } from "./day-number.ts";
import { occurrences, parseRule } from "./recurrence.ts";

function days(rule: string, first: LocalDate, since: LocalDate, last: LocalDate): LocalDate[] {
  const window = { first: epochDay(first), since: epochDay(since), last: epochDay(last) };
  return occurrences(parseRule(rule), window, () => {}).map(localDateOf);
}

/** The result of ical.js, for rules that it handles correctly. */
function theirs(rule: string, first: string, last: string): string[] {
  const found: string[] = [];
  const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromDateString(first));
  for (let next = iterator.next(); next && next.toString() <= last && found.length < 400; next = iterator.next()) {
    found.push(next.toString());
  }
  return found;
}

const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const some = (values: readonly (string | number)[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most }).map((list) => list.join(","));
const rule = fc
  .record({
    shape: fc.oneof(
      fc.constant("FREQ=DAILY"),
      some(DAYS, 4).map((days) => `FREQ=WEEKLY;BYDAY=${days}`),
      some([1, 2, 5, 15, 28, -1, -3], 3).map((days) => `FREQ=MONTHLY;BYMONTHDAY=${days}`),
      some(["1MO", "2TU", "-1FR", "3WE", "-2SU"], 2).map((days) => `FREQ=MONTHLY;BYDAY=${days}`),
      fc
        .tuple(some([1, 4, 7, 12], 2), some([1, 15, 28], 2))
        .map(([months, days]) => `FREQ=YEARLY;BYMONTH=${months};BYMONTHDAY=${days}`),
      some([2, 6, 9], 2).map((months) => `FREQ=YEARLY;BYMONTH=${months};BYDAY=1SA`),
    ),
    interval: fc.integer({ min: 1, max: 4 }),
    end: fc.oneof(
      fc.constant(""),
      fc.integer({ min: 1, max: 30 }).map((count) => `;COUNT=${count}`),
    ),
  })
  .map(({ shape, interval, end }) => `${shape};INTERVAL=${interval}${end}`);

test("S-15: agrees with ical.js on the days of a rule whose first day matches the rule", () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 0, max: 1500 }), (text, offset) => {
      const expected = addDays(toLocalDate("2024-01-01"), offset);
      // An event begins on a day that its rule includes (RFC 5545 3.8.5.3).
      const first = theirs(text.replace(/;COUNT=\d+/, "").replace(/;INTERVAL=\d+/, ""), expected, "2031-12-31")[0];
      if (!first) return;
      const start = toLocalDate(first);
      const last = addDays(start, 900);
      expect(days(text, start, start, last).slice(0, 300), text).toEqual(theirs(text, first, last).slice(0, 300));
    }),
    { numRuns: 150 },
  );
});

test("S-15: skipping the days before the window does not change the days in it", () => {
  fc.assert(
    fc.property(rule, fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 0, max: 590 }), (text, offset, later) => {
      const first = addDays(toLocalDate("2024-01-01"), offset);
      const since = addDays(first, later);
      const last = addDays(since, 400);
      const all = days(text, first, first, last).filter((day) => day >= since);
      expect(days(text, first, since, last), text).toEqual(all);
    }),
    { numRuns: 300 },
  );
});
