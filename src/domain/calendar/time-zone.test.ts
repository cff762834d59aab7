import { fromDate, parseDate, Time, toCalendarDate, toCalendarDateTime, toZoned } from "@internationalized/date";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "./local-date.ts";
import { dayAt, isTimeZone, type LocalTime, momentOf } from "./time-zone.ts";

test("a day in Colombo begins at 18:30 UTC on the day before", () => {
  expect(dayAt(new Date("2026-12-04T18:29:59Z"), "Asia/Colombo")).toBe("2026-12-04");
  expect(dayAt(new Date("2026-12-04T18:30:00Z"), "Asia/Colombo")).toBe("2026-12-05");
});

test("2 PM in Kandy is 08:30 UTC", () => {
  expect(momentOf("2026-12-05", "14:00", "Asia/Colombo").toISOString()).toBe("2026-12-05T08:30:00.000Z");
});

test("daylight saving time is taken into account", () => {
  expect(momentOf("2026-10-24", "14:00", "Europe/Berlin").toISOString()).toBe("2026-10-24T12:00:00.000Z");
  expect(momentOf("2026-10-26", "14:00", "Europe/Berlin").toISOString()).toBe("2026-10-26T13:00:00.000Z");
});

test("accepts only existing time zones", () => {
  expect(isTimeZone("Asia/Colombo")).toBe(true);
  expect(isTimeZone("Asia/Kandy")).toBe(false);
});

const zones = [
  "Asia/Colombo",
  "Europe/Berlin",
  "America/Los_Angeles",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "UTC",
];

test("agrees with a calendar library about every moment, including clock changes", () => {
  const time = fc
    .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 15, 30, 59) })
    .map(({ hour, minute }) => [hour, minute] as const);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), time, fc.constantFrom(...zones), (days, [hour, minute], zone) => {
      const date = addDays("2001-01-01", days);
      const text = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}` as LocalTime;
      const theirs = toZoned(toCalendarDateTime(parseDate(date), new Time(hour, minute)), zone).toDate();
      expect(momentOf(date, text, zone).toISOString()).toBe(theirs.toISOString());
      expect(dayAt(theirs, zone)).toBe(toCalendarDate(fromDate(theirs, zone)).toString());
    }),
    { numRuns: 3000 },
  );
});

test.each([
  ["2026-03-29", "02:30", "Europe/Berlin"],
  ["2026-10-25", "02:30", "Europe/Berlin"],
  ["2026-03-08", "02:30", "America/Los_Angeles"],
  ["2026-04-05", "01:45", "Australia/Lord_Howe"],
] as const)("%s %s in %s, skipped or repeated by a clock change, is resolved as in RFC 5545", (date, time, zone) => {
  const [hour, minute] = time.split(":").map(Number);
  const theirs = toZoned(toCalendarDateTime(parseDate(date), new Time(hour, minute)), zone).toDate();
  expect(momentOf(date, time, zone).toISOString()).toBe(theirs.toISOString());
});
