import { expect, test } from "vitest";
import { calendarLinks } from "./calendar-links.ts";

const stay = {
  title: "Stay at Tea & Mist",
  place: "14 Hill Road, Kandy",
  details: "Booking LK-7F3KQ9X2",
  checkIn: "2026-12-30",
  checkOut: "2026-12-31",
};

test("calendar links include the day of departure, even across New Year", () => {
  const google = new URL(calendarLinks.google(stay));
  expect(google.origin).toBe("https://calendar.google.com");
  expect(google.searchParams.get("dates")).toBe("20261230/20270101");
  expect(google.searchParams.get("text")).toBe("Stay at Tea & Mist");
  const outlook = new URL(calendarLinks.outlook(stay));
  expect(outlook.origin).toBe("https://outlook.live.com");
  expect([outlook.searchParams.get("startdt"), outlook.searchParams.get("enddt")]).toEqual([
    "2026-12-30",
    "2027-01-01",
  ]);
});
