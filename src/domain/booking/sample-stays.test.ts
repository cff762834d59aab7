import { expect, test } from "vitest";
import { addDays, eachDay, toLocalDate } from "../calendar/local-date.ts";
import { sampleStays } from "./sample-stays.ts";
import { BOOKING_SOURCES } from "./booking.ts";
import { holdsNights } from "./status.ts";

const days = Array.from({ length: 200 }, (_, n) => addDays(toLocalDate("2026-01-01"), n * 3));

test("on any day, the demo has sold about three quarters of the past year's nights, and no night twice", () => {
  for (const today of days) {
    const sold = sampleStays(today).filter((stay) => holdsNights(stay.status));
    const nights = sold.flatMap((stay) => eachDay(stay.checkIn, stay.checkOut));
    expect(new Set(nights).size).toBe(nights.length);
    const past = nights.filter((night) => night < today).length;
    expect(past / 365).toBeGreaterThan(0.7);
    expect(past / 365).toBeLessThan(0.8);
    expect(sold.some((stay) => stay.checkIn === today)).toBe(true);
    expect(sold.some((stay) => stay.checkOut === today)).toBe(true);
  }
});

test("the demo's bookings have every named source, most statuses, returning guests and no real email addresses", () => {
  const stays = sampleStays(toLocalDate("2026-11-21"));
  const onSale = BOOKING_SOURCES.filter((source) => source !== "other");
  expect(new Set(stays.map((stay) => stay.source))).toEqual(new Set(onSale));
  const statuses = new Set(stays.map((stay) => stay.status));
  for (const status of ["completed", "checked-out", "confirmed", "upcoming", "cancelled"])
    expect(statuses).toContain(status);
  expect(new Set(stays.map((stay) => stay.guest.email)).size).toBeLessThan(stays.length);
  expect(stays.filter((stay) => !stay.guest.email.endsWith("@example.com"))).toEqual([]);
});
