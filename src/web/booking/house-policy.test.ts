import { describe, expect, test } from "vitest";
import { cancellationNotice } from "./house-policy.ts";

const HOUSE = {
  timeZone: "Asia/Colombo",
  houseTimes: {
    checkInFrom: "14:00",
    checkOutBy: "11:00",
    quietFrom: "22:00",
    quietUntil: "07:00",
    amenitiesFrom: "07:00",
    amenitiesUntil: "18:00",
  },
};

describe("the cancellation notice", () => {
  test("is a date and a time at the cottage", () => {
    expect(cancellationNotice("2026-12-05", HOUSE, 15_000, "2026-11-21")).toBe(
      "Free until Thu, Dec 3, 2026, 2:00 PM Kandy time; afterwards one night, $150",
    );
  });

  test("names another zone by its city", () => {
    const house = { ...HOUSE, timeZone: "America/New_York" };
    expect(cancellationNotice("2026-12-05", house, 15_050, "2026-11-21")).toBe(
      "Free until Thu, Dec 3, 2026, 2:00 PM New York time; afterwards one night, $150.50",
    );
  });

  test("says when it has passed", () => {
    expect(cancellationNotice("2026-11-22", HOUSE, 15_000, "2026-11-21")).toBe(
      "Free until Fri, Nov 20, 2026, 2:00 PM Kandy time, which has passed: a cancellation costs one night, $150",
    );
    expect(cancellationNotice("2026-11-23", HOUSE, 15_000, "2026-11-21")).toMatch(/; afterwards/);
  });
});
