import { expect, test } from "vitest";
import { type CancellationPolicy, cancellationFee, freeCancellationUntil } from "./cancellation.ts";

const policy: CancellationPolicy = {
  freeUntilHoursBefore: 48,
  feeNights: 1,
  checkInTime: "14:00",
  timeZone: "Asia/Colombo",
};
const booking = { checkIn: "2026-12-05", oneNightCents: 15_000, totalCents: 45_000, policy } as const;

test("free until 48 hours before 2 PM at the cottage, to the second", () => {
  const deadline = freeCancellationUntil("2026-12-05", policy);
  expect(deadline.toISOString()).toBe("2026-12-03T08:30:00.000Z");
  expect(cancellationFee(booking, deadline)).toBe(0);
  expect(cancellationFee(booking, new Date(deadline.getTime() + 1000))).toBe(15_000);
});

test("the fee is never more than the stay", () => {
  const late = new Date("2026-12-05T00:00:00Z");
  expect(cancellationFee({ ...booking, totalCents: 15_000 }, late)).toBe(15_000);
  expect(cancellationFee({ ...booking, policy: { ...policy, feeNights: 9 } }, late)).toBe(45_000);
});
