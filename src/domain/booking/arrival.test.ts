import { describe, expect, test } from "vitest";
import { toLocalDate } from "../calendar/local-date.ts";
import { arrivalAccess, arrivalNotesSpan } from "./arrival.ts";
import { BOOKING_STATUSES } from "./status.ts";

const stay = {
  status: "confirmed" as const,
  checkIn: toLocalDate("2026-12-10"),
  checkOut: toLocalDate("2026-12-12"),
  policy: { freeUntilHoursBefore: 48, checkInTime: "14:00", timeZone: "Asia/Colombo" } as const,
  emailProvenAt: new Date("2026-11-01T00:00:00Z"),
  hostConfirmedAt: null,
};

const access = (booking: Parameters<typeof arrivalAccess>[0], now: Date, paidOnline = false) =>
  arrivalAccess(booking, { checkOutBy: "11:00", now, paidOnline });

describe("arrival notes", () => {
  test.each([
    ["2026-12-07T08:29:59Z", "later"],
    ["2026-12-07T08:30:00Z", "open"],
    ["2026-12-12T05:29:59Z", "open"],
    ["2026-12-12T05:30:00Z", "never"],
  ])("at %s the access is %s", (now, expected) => {
    expect(access(stay, new Date(now))).toBe(expected);
  });

  test("are shown only for upcoming, confirmed and checked-in stays", () => {
    const now = arrivalNotesSpan(stay, "11:00").from;
    const shown = BOOKING_STATUSES.filter((status) => access({ ...stay, status }, now) === "open");
    expect(shown).toEqual(["upcoming", "confirmed", "checked-in"]);
  });

  test("are not shown until the email is verified, the host has confirmed the booking or the guest has paid", () => {
    const { from } = arrivalNotesSpan(stay, "11:00");
    const unverified = { ...stay, emailProvenAt: null };
    expect(access(unverified, from)).toBe("unverified");
    expect(access(unverified, new Date(from.getTime() - 1))).toBe("unverified");
    expect(access({ ...unverified, hostConfirmedAt: from }, from)).toBe("open");
    expect(access(unverified, from, true)).toBe("open");
  });
});
