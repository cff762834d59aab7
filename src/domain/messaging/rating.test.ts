import { expect, test } from "vitest";
import { monthInWords, refuseRating, satisfactionOf } from "./rating.ts";

const departure = new Date("2026-12-08T05:30:00Z");
const later = (days: number) => new Date(departure.getTime() + days * 86_400_000);

test("a stay can be rated as soon as it is over, and the rating can be changed for 14 days", () => {
  const stay = { status: "completed", departure } as const;
  expect(refuseRating(stay, null, later(-1))).toBe("stay-not-over");
  expect(refuseRating(stay, null, departure)).toBeNull();
  expect(refuseRating(stay, null, later(400))).toBeNull();
  expect(refuseRating(stay, { createdAt: later(1) }, later(15))).toBeNull();
  expect(refuseRating(stay, { createdAt: later(1) }, later(15.01))).toBe("rating-stands");
  expect(refuseRating({ ...stay, status: "cancelled" }, null, later(1))).toBe("stay-did-not-happen");
});

test("satisfaction is the mean rating to one decimal place, or null if there are no ratings", () => {
  expect(satisfactionOf({ count: 0, sum: 0 })).toBeNull();
  expect(satisfactionOf({ count: 3, sum: 14 })).toBe(4.7);
});

test("the date of a review shows the month and year, but not the day", () => {
  expect(monthInWords("2027-03-31")).toBe("March 2027");
});
