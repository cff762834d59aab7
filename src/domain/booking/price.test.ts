import { expect, test } from "vitest";
import type { LocalDate } from "../calendar/local-date.ts";
import { cancellationFee } from "./cancellation.ts";
import { agreedPrice, quote, quoteChange } from "./price.ts";

const stay = (checkIn: LocalDate, checkOut: LocalDate) => ({ checkIn, checkOut });
const sold = (() => {
  const dates = stay("2026-12-10", "2026-12-13");
  const { lines, ...rest } = quote(dates, 15_000);
  return { ...dates, ...rest, priceLines: lines };
})();
const lines = (found: { quantity: number; unitCents: number }[]) =>
  found.map((line) => `${line.quantity} x ${line.unitCents}`);

test("nights that were sold keep their price, whatever the rate is today", () => {
  expect(quoteChange(sold, sold, 99_000)).toMatchObject({ totalCents: 45_000, oneNightCents: 15_000 });
  const longer = quoteChange(sold, stay("2026-12-10", "2026-12-15"), 10_000);
  expect(lines(longer.lines)).toEqual(["3 x 15000", "2 x 10000"]);
  expect(longer).toMatchObject({ totalCents: 65_000, oneNightCents: 15_000 });
  const moved = quoteChange(sold, stay("2026-12-09", "2026-12-12"), 10_000);
  expect(lines(moved.lines)).toEqual(["1 x 10000", "2 x 15000"]);
  expect(moved.oneNightCents).toBe(10_000);
});

test("a longer stay at a lower rate does not lower the fee", () => {
  const policy = { freeUntilHoursBefore: 48, feeNights: 1, checkInTime: "14:00", timeZone: "Asia/Colombo" } as const;
  const late = new Date("2026-12-10T00:00:00Z");
  const fee = (booking: { totalCents: number; oneNightCents: number }) =>
    cancellationFee({ ...booking, checkIn: "2026-12-10", policy }, late);
  expect(fee(sold)).toBe(15_000);
  expect(fee(quoteChange(sold, stay("2026-12-10", "2026-12-30"), 1_000))).toBe(15_000);
});

test("a total that the host keeps is one line, and does not become the price of a night", () => {
  const five = stay("2026-12-10", "2026-12-15");
  const kept = { ...sold, ...five, priceLines: agreedPrice(sold, five) };
  expect(kept.priceLines).toEqual([
    { label: "Agreed price for 5 nights", quantity: 1, unitCents: 45_000, amountCents: 45_000 },
  ]);
  const longer = quoteChange(kept, stay("2026-12-10", "2026-12-16"), 10_000);
  expect(longer.lines.map((line) => line.label)).toEqual(["Agreed price for 5 nights", "Entire cottage"]);
  expect(longer).toMatchObject({ totalCents: 55_000, oneNightCents: 15_000 });
  expect(quoteChange(kept, stay("2026-12-12", "2026-12-15"), 10_000).totalCents).toBe(30_000);
  expect(agreedPrice(sold, stay("2026-12-20", "2026-12-23"))).toEqual(sold.priceLines);
});
