import { expect, test } from "vitest";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { setEnglishTexts } from "../app/all-texts.ts";
import { calendarMonth, whyRefused } from "./calendar-days.ts";
import { dayAfterKey } from "./calendar-keys.ts";

setEnglishTexts();

const TODAY = toLocalDate("2026-11-21");
const NOTHING = { checkIn: null, checkOut: null };

function selling(rules: Partial<PriceDocument> = {}, taken: string[] = []) {
  return createSellingCalendar({ ...DEFAULT_PRICES, ...rules }, new Set(taken.map(toLocalDate)), TODAY);
}

function dayOf(month: ReturnType<typeof calendarMonth>, date: string) {
  return month.flat().find((day) => day?.date === date);
}

test("a month has only its own days, in weeks of seven that begin on Sunday", () => {
  const weeks = calendarMonth(selling(), NOTHING, "2026-12");
  expect(weeks[0]?.map((day) => day?.date ?? null).slice(0, 3)).toEqual([null, null, "2026-12-01"]);
  expect(weeks.flat().filter((day) => day !== null)).toHaveLength(31);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
});

test("the state and accessible name of a day show whether it is past, today, taken, free or chosen", () => {
  const calendar = selling({}, ["2026-11-25", "2026-11-26"]);
  const november = calendarMonth(calendar, NOTHING, "2026-11");
  expect(dayOf(november, "2026-11-20")).toMatchObject({ state: "out", label: expect.stringContaining("past dates") });
  expect(dayOf(november, "2026-11-21")?.label).toBe("Today, Saturday, November 21, 2026");
  expect(dayOf(november, "2026-11-25")).toMatchObject({
    state: "taken",
    label: "Wednesday, November 25, 2026, already booked; you can check out on this day, but not check in",
  });
  expect(dayOf(november, "2026-11-26")?.label).toBe("Thursday, November 26, 2026, already booked");
  const chosen = { checkIn: toLocalDate("2026-11-22"), checkOut: toLocalDate("2026-11-25") };
  const places = calendarMonth(calendar, chosen, "2026-11")
    .flat()
    .map((day) => day?.place ?? null);
  expect(places.filter((place) => place !== null)).toEqual(["start", "inside", "inside", "end"]);
  const leaving = calendarMonth(calendar, { ...chosen, checkOut: null }, "2026-11");
  expect(dayOf(leaving, "2026-11-25")).toMatchObject({ state: "open" });
});

test("for a free day that cannot be chosen, the message names the rule", () => {
  const everyNight = { ...DEFAULT_PRICES.everyNight, minimumNights: 3 };
  const calendar = selling({ everyNight }, ["2026-12-08"]);
  const checkIn = toLocalDate("2026-12-01");
  const chosen = { checkIn, checkOut: null };
  expect(whyRefused(calendar, chosen, addDays(checkIn, 1))).toBe(
    "Wed, Dec 2, 2026: at least 3 nights from your check-in.",
  );
  expect(whyRefused(calendar, NOTHING, toLocalDate("2026-12-07"))).toBe("Mon, Dec 7, 2026: at least 3 nights.");
  expect(whyRefused(calendar, chosen, toLocalDate("2026-12-10"))).toBe(
    "Thu, Dec 10, 2026: there are booked nights in between.",
  );
  expect(whyRefused(calendar, chosen, addDays(checkIn, 4))).toBeNull();
  expect(dayOf(calendarMonth(calendar, chosen, "2026-12"), "2026-12-02")).toMatchObject({ state: "closed" });
});

test("days show prices only in months in which the prices differ", () => {
  const december = { name: "Christmas", firstNight: toLocalDate("2026-12-24"), lastNight: toLocalDate("2026-12-26") };
  const terms = { priceCents: 20_050, weekendPriceCents: null, minimumNights: null, changeoverDays: null };
  const calendar = selling({ specialDates: [{ ...december, ...terms }] }, ["2026-12-25"]);
  const notes = (month: "2026-12" | "2027-01") =>
    calendarMonth(calendar, NOTHING, month)
      .flat()
      .map((day) => day?.note);
  expect(notes("2027-01").filter(Boolean)).toEqual([]);
  expect(dayOf(calendarMonth(calendar, NOTHING, "2026-12"), "2026-12-24")).toMatchObject({
    note: "201",
    label: "Thursday, December 24, 2026, $200.50",
  });
  expect(dayOf(calendarMonth(calendar, NOTHING, "2026-12"), "2026-12-25")?.note).toBeNull();
  expect(new Set(notes("2026-12").filter(Boolean))).toEqual(new Set(["150", "201"]));
});

test("keys move the focus from day to day as in the W3C pattern, and never out of the calendar's range of days", () => {
  const calendar = selling();
  const key = (name: string, from: string, shiftKey = false) =>
    dayAfterKey({ key: name, shiftKey, altKey: false, ctrlKey: false, metaKey: false }, toLocalDate(from), calendar);
  expect(key("ArrowRight", "2026-12-31")).toBe("2027-01-01");
  expect(key("ArrowUp", "2026-12-31")).toBe("2026-12-24");
  expect(key("Home", "2026-12-31")).toBe("2026-12-27");
  expect(key("End", "2026-12-31")).toBe("2027-01-02");
  expect(key("PageDown", "2027-01-31")).toBe("2027-02-28");
  expect(key("PageUp", "2027-01-31", true)).toBe(TODAY);
  expect(key("ArrowLeft", TODAY)).toBe(TODAY);
  expect(key("PageDown", "2028-10-01", true)).toBe(addDays(TODAY, calendar.end));
  expect(key("a", TODAY)).toBeNull();
  const withAlt = { key: "ArrowLeft", shiftKey: false, altKey: true, ctrlKey: false, metaKey: false };
  const back: LocalDate | null = dayAfterKey(withAlt, TODAY, calendar);
  expect(back).toBeNull();
});
