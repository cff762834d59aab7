import { expect, test } from "vitest";
import { dayAt, isTimeZone, momentOf } from "./time-zone.ts";

test("the cottage's day begins at 18:30 UTC of the day before", () => {
  expect(dayAt(new Date("2026-12-04T18:29:59Z"), "Asia/Colombo")).toBe("2026-12-04");
  expect(dayAt(new Date("2026-12-04T18:30:00Z"), "Asia/Colombo")).toBe("2026-12-05");
});

test("2 PM in Kandy is 08:30 UTC", () => {
  expect(momentOf("2026-12-05", "14:00", "Asia/Colombo").toISOString()).toBe("2026-12-05T08:30:00.000Z");
});

test("a zone with summer time is followed through the change", () => {
  expect(momentOf("2026-10-24", "14:00", "Europe/Berlin").toISOString()).toBe("2026-10-24T12:00:00.000Z");
  expect(momentOf("2026-10-26", "14:00", "Europe/Berlin").toISOString()).toBe("2026-10-26T13:00:00.000Z");
});

test("only zones that exist are zones", () => {
  expect(isTimeZone("Asia/Colombo")).toBe(true);
  expect(isTimeZone("Asia/Kandy")).toBe(false);
});
