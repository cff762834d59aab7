import { describe, expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { arrivalAccess, arrivalNotesSpan } from "./arrival.ts";
import { DEFAULT_CANCELLATION } from "./cancellation.ts";
import { BOOKING_STATUSES } from "./status.ts";

const stay = {
  status: "confirmed" as const,
  checkIn: toLocalDate("2026-12-10"),
  checkOut: toLocalDate("2026-12-12"),
  policy: { ...DEFAULT_CANCELLATION, checkInTime: "14:00", timeZone: "Asia/Colombo" } as const,
  emailProvenAt: new Date("2026-11-01T00:00:00Z"),
  hostConfirmedAt: null,
};

describe("arrival notes", () => {
  test.each([
    ["2026-12-07T08:29:59Z", "later"],
    ["2026-12-07T08:30:00Z", "open"],
    ["2026-12-12T05:29:59Z", "open"],
    ["2026-12-12T05:30:00Z", "never"],
  ])("at %s the access is %s", (now, access) => {
    expect(arrivalAccess(stay, "11:00", new Date(now))).toBe(access);
  });

  test("are shown only for upcoming, confirmed and checked-in stays", () => {
    const now = arrivalNotesSpan(stay, "11:00").from;
    const shown = BOOKING_STATUSES.filter((status) => arrivalAccess({ ...stay, status }, "11:00", now) === "open");
    expect(shown).toEqual(["upcoming", "confirmed", "checked-in"]);
  });

  test("are never shown before the email is verified or the host has confirmed the booking", () => {
    const { from } = arrivalNotesSpan(stay, "11:00");
    const unverified = { ...stay, emailProvenAt: null };
    expect(arrivalAccess(unverified, "11:00", from)).toBe("unverified");
    expect(arrivalAccess(unverified, "11:00", new Date(from.getTime() - 1))).toBe("unverified");
    expect(arrivalAccess({ ...unverified, hostConfirmedAt: from }, "11:00", from)).toBe("open");
  });
});
