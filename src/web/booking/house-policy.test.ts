import { describe, expect, test } from "vitest";
import { setEnglishTexts } from "../app/all-texts.ts";
import { cancellationNotice } from "./cancellation-policy.ts";
import { cancellationText } from "./own-cancellation.ts";

setEnglishTexts();

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

const ONE_NIGHT = [{ step: { fromHoursBefore: 48, nights: 1 }, amountCents: 15_000, amount: "$150" }];

describe("the cancellation notice", () => {
  test("names a date and a time at the property", () => {
    expect(cancellationNotice("2026-12-05", HOUSE, ONE_NIGHT, "2026-11-21")).toBe(
      "Free until Thu, Dec 3, 2026, 2:00 PM Colombo time; afterwards $150 (one night)",
    );
  });

  test("names another time zone by its city", () => {
    const house = { ...HOUSE, timeZone: "America/New_York" };
    expect(
      cancellationNotice(
        "2026-12-05",
        house,
        [{ step: { fromHoursBefore: 48, nights: 1 }, amountCents: 15_050, amount: "$150.50" }],
        "2026-11-21",
      ),
    ).toBe("Free until Thu, Dec 3, 2026, 2:00 PM New York time; afterwards $150.50 (one night)");
  });

  test("says the most that a late cancellation can cost, and which dates can still be cancelled free of charge", () => {
    expect(cancellationNotice("2026-11-22", HOUSE, ONE_NIGHT, "2026-11-21")).toBe(
      "You pay at most $150 (one night). Arrive on Tue, Nov 24, 2026 or later, and cancellation is free up to 48 hours before check-in",
    );
    // The deadline is today, and may have passed.
    expect(cancellationNotice("2026-11-23", HOUSE, ONE_NIGHT, "2026-11-21")).toMatch(
      /^You pay .* Arrive on Tue, Nov 24/,
    );
    expect(cancellationNotice("2026-11-24", HOUSE, ONE_NIGHT, "2026-11-21")).toMatch(/^Free until .*; afterwards/);
  });

  test("says that cancelling a free stay is free", () => {
    const nothing = ONE_NIGHT.map((charge) => ({ ...charge, amountCents: 0, amount: "$0" }));
    expect(cancellationNotice("2026-12-05", HOUSE, nothing, "2026-11-21")).toBe("Free");
  });

  test("says the highest fee even if the last step of the policy costs less", () => {
    const half = { step: { fromHoursBefore: 24, percent: 5000 }, amountCents: 7500, amount: "$75" };
    expect(cancellationNotice("2026-11-22", HOUSE, [...ONE_NIGHT, half], "2026-11-21")).toMatch(
      /^You pay at most \$150 \(one night\)\./,
    );
  });
});

test("once cancelling costs money, a guest's own page says the highest fee even if the last step costs less", () => {
  const stay = {
    cancellation: [
      { from: "2026-11-20T08:30:00.000Z", amountCents: 15_000 },
      { from: "2026-11-21T08:30:00.000Z", amountCents: 7500 },
    ],
    currency: "USD",
    lines: [],
    freeCancellationUntil: "2026-11-20T08:30:00.000Z",
    freeCancellationOver: true,
  };
  expect(cancellationText(stay, "Asia/Colombo")).toBe("If you cancel, you pay at most $150.");
});
