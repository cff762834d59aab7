import { expect, test } from "vitest";
import { type CancellationPolicy, cancellationFee, chargesOf, freeCancellationUntil } from "./cancellation.ts";

const policy: CancellationPolicy = { freeUntilHoursBefore: 48, checkInTime: "14:00", timeZone: "Asia/Colombo" };
const sold = { cancellation: [{ fromHoursBefore: 48, amountCents: 15_000 }] };
const booking = { checkIn: "2026-12-05", totalCents: 45_000, policy, sold } as const;

test("cancellation is free until exactly 48 hours before check-in, which is at 2 PM in the cottage's time zone", () => {
  const deadline = freeCancellationUntil("2026-12-05", policy);
  expect(deadline.toISOString()).toBe("2026-12-03T08:30:00.000Z");
  expect(cancellationFee(booking, deadline)).toBe(0);
  expect(cancellationFee(booking, new Date(deadline.getTime() + 1000))).toBe(15_000);
});

test("the fee is never more than the stay's price", () => {
  const late = new Date("2026-12-05T00:00:00Z");
  const cheap = { ...booking, totalCents: 10_000 };
  expect(cancellationFee(cheap, late)).toBe(10_000);
  // The fee that is shown in advance has the same limit.
  expect(chargesOf(cheap).map(({ amountCents }) => amountCents)).toEqual([10_000]);
  expect(chargesOf({ ...booking, totalCents: 0 })).toEqual([]);
});

test("the fee is the amount of the current step until the next step begins", () => {
  const steps = [
    { fromHoursBefore: 14 * 24, amountCents: 22_500 },
    { fromHoursBefore: 48, amountCents: 45_000 },
  ];
  const fee = (now: string) => cancellationFee({ ...booking, sold: { cancellation: steps } }, new Date(now));
  expect(fee("2026-11-21T08:30:00Z")).toBe(0);
  expect(fee("2026-11-21T08:30:01Z")).toBe(22_500);
  expect(fee("2026-12-03T08:30:00Z")).toBe(22_500);
  expect(fee("2026-12-03T08:30:01Z")).toBe(45_000);
});
