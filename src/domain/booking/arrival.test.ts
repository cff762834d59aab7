import { describe, expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { arrivalNotesSpan, mayReadArrivalNotes } from "./arrival.ts";
import { HOUSE_CANCELLATION } from "./cancellation.ts";
import { BOOKING_STATUSES } from "./status.ts";

const stay = {
  status: "confirmed" as const,
  checkIn: toLocalDate("2026-12-10"),
  checkOut: toLocalDate("2026-12-12"),
  policy: { ...HOUSE_CANCELLATION, checkInTime: "14:00", timeZone: "Asia/Colombo" } as const,
};

describe("arrival notes", () => {
  test.each([
    ["2026-12-07T08:29:59Z", false],
    ["2026-12-07T08:30:00Z", true],
    ["2026-12-12T05:29:59Z", true],
    ["2026-12-12T05:30:00Z", false],
  ])("at %s: %s", (now, shown) => {
    expect(mayReadArrivalNotes(stay, "11:00", new Date(now))).toBe(shown);
  });

  test("are for stays that are certain and not over", () => {
    const now = arrivalNotesSpan(stay, "11:00").from;
    const shown = BOOKING_STATUSES.filter((status) => mayReadArrivalNotes({ ...stay, status }, "11:00", now));
    expect(shown).toEqual(["upcoming", "confirmed", "checked-in"]);
  });
});
