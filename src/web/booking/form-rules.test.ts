import { describe, expect, test } from "vitest";
import { setEnglishTexts } from "../app/all-texts.ts";
import type { BookingFormValues } from "./form-values.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES } from "#domain/pricing/price-document.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { directFormMessages, directRefusal, mainFormMessages } from "./form-rules.ts";
import { withField } from "./form-values.ts";

setEnglishTexts();

const GOOD: BookingFormValues = {
  name: "Ann Perera",
  email: "ann@example.com",
  phone: "+94 77 123 4567",
  whatsapp: "",
  checkInDate: "2026-12-05",
  checkOutDate: "2026-12-08",
  guestCount: "2",
  code: "",
  bookingOption: "entire_cottage",
  specialRequests: "",
};
const TODAY = toLocalDate("2026-11-21");
const calendarWith = (taken: string[]) => createSellingCalendar(DEFAULT_PRICES, new Set(taken.map(toLocalDate)), TODAY);
const FREE = calendarWith([]);

describe("the main form", () => {
  test("accepts valid values, and text with spaces around it", () => {
    expect(mainFormMessages(GOOD, 6, FREE)).toEqual({});
    expect(mainFormMessages({ ...GOOD, name: "  Ann ", email: " ann@example.com " }, 6, FREE)).toEqual({});
  });

  test.each([
    ["name", "A", "Name is required"],
    ["name", "  A  ", "Name is required"],
    ["email", "ann@", "Valid email is required"],
    ["email", "", "Valid email is required"],
    ["phone", "1234", "Phone number is required"],
    ["checkInDate", "", "Check-in date is required"],
    ["checkOutDate", "", "Check-out date is required"],
    ["checkOutDate", "2026-12-05", "Check-out date must be after check-in date"],
    ["guestCount", "0", "At least 1 guest is required"],
    ["guestCount", "", "At least 1 guest is required"],
    ["guestCount", "two", "At least 1 guest is required"],
    ["guestCount", "7", "Maximum 6 guests allowed for cottage booking"],
    ["checkInDate", "2026-11-20", "Past dates can't be booked"],
    ["checkOutDate", "2027-01-20", "The longest stay is 30 nights"],
  ] as const)("says about %s %j: %s", (name, value, message) => {
    expect(mainFormMessages({ ...GOOD, [name]: value }, 6, FREE)).toEqual({ [name]: message });
  });

  test("says how many guests a cottage for one guest takes", () => {
    expect(mainFormMessages(GOOD, 1, FREE)).toEqual({ guestCount: "Maximum 1 guest allowed for cottage booking" });
  });

  test("reports all errors together", () => {
    const wrong = mainFormMessages({ ...GOOD, name: "", email: "x", checkOutDate: "2026-12-01" }, 6, FREE);
    expect(Object.keys(wrong).toSorted((a, b) => a.localeCompare(b))).toEqual(["checkOutDate", "email", "name"]);
  });

  test("names the taken nights, if the calendar is known", () => {
    const calendar = calendarWith(["2026-12-06", "2026-12-07", "2026-12-08"]);
    expect(mainFormMessages(GOOD, 6, calendar)).toEqual({
      checkInDate: "Already booked: the nights of Sun, Dec 6, 2026 to Mon, Dec 7, 2026. Please choose other dates",
    });
    expect(mainFormMessages(GOOD, 6, null)).toEqual({});
  });
});

describe("the direct form", () => {
  test("needs a name, an email and dates, but no phone", () => {
    expect(directFormMessages({ ...GOOD, phone: "" })).toEqual({});
    const empty = directFormMessages({ ...GOOD, name: " ", email: "", checkInDate: "", checkOutDate: "" });
    expect(Object.keys(empty)).toHaveLength(4);
    expect(directRefusal(empty)).toEqual({
      title: "Missing Information",
      description: "Please fill in all required fields.",
    });
  });

  test("needs a check-out after the check-in", () => {
    expect(directRefusal(directFormMessages({ ...GOOD, checkOutDate: GOOD.checkInDate }))).toEqual({
      title: "Invalid Dates",
      description: "Check-out date must be after check-in date.",
    });
  });

  test("missing fields are reported before dates in the wrong order", () => {
    const both = directFormMessages({ ...GOOD, name: "", checkOutDate: "2026-12-01" });
    expect(directRefusal(both).title).toBe("Missing Information");
  });

  test("an invalid email is reported under the general title", () => {
    expect(directRefusal({ email: "Valid email is required" })).toEqual({ title: "There is a problem" });
  });
});

describe("a changed check-in", () => {
  test.each([
    ["before the check-out leaves the check-out unchanged", "2026-12-07", "2026-12-08"],
    ["on the check-out moves the check-out to the next day", "2026-12-08", "2026-12-09"],
    ["after the check-out moves the check-out to the day after the check-in", "2026-12-31", "2027-01-01"],
    ["that is only half typed moves nothing", "0002-12-31", "2026-12-08"],
    ["that is emptied moves nothing", "", "2026-12-08"],
  ])("%s", (_case, checkIn, checkOut) => {
    expect(withField(GOOD, "checkInDate", checkIn).checkOutDate).toBe(checkOut);
  });
});
