import { describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { earliestArrival } from "./booking-notice.ts";
import { evaluateOn } from "./evaluate-stay.ts";
import { nearestStays } from "./nearest-stays.ts";
import { DEFAULT_PRICES } from "./price-document.ts";
import { createSellingCalendar } from "./selling-calendar.ts";
import { departuresFrom, refuseStay } from "./stay-check.ts";

const today = toLocalDate("2027-03-10");

test("the earliest arrival follows the property's clock, not the server's", () => {
  const sameDay = { days: 0, until: "15:00" } as const;
  // Colombo is five and a half hours ahead: 09:29 UTC is 14:59 in Colombo.
  expect(earliestArrival(sameDay, new Date("2027-03-10T09:29:59Z"), "Asia/Colombo")).toBe("2027-03-10");
  expect(earliestArrival(sameDay, new Date("2027-03-10T09:30:00Z"), "Asia/Colombo")).toBe("2027-03-11");
  expect(earliestArrival(sameDay, new Date("2027-03-10T18:31:00Z"), "Asia/Colombo")).toBe("2027-03-11");
  expect(earliestArrival(sameDay, new Date("2027-03-10T09:30:00Z"), "America/Lima")).toBe("2027-03-10");
  expect(earliestArrival(null, new Date("2027-03-10T18:29:59Z"), "Asia/Colombo")).toBe("2027-03-10");
  expect(earliestArrival({ days: 2, until: null }, new Date("2027-03-10T18:00:00Z"), "Asia/Colombo")).toBe(
    "2027-03-12",
  );
});

test("on the day of a clock change, the time limit is in local time", () => {
  const notice = { days: 0, until: "15:00" } as const;
  expect(earliestArrival(notice, new Date("2027-03-28T12:59:00Z"), "Europe/Berlin")).toBe("2027-03-28");
  expect(earliestArrival(notice, new Date("2027-03-28T13:00:00Z"), "Europe/Berlin")).toBe("2027-03-29");
});

describe("a stay that begins before the earliest arrival", () => {
  const calendar = createSellingCalendar(DEFAULT_PRICES, new Set(), today, addDays(today, 2));
  const stay = (from: number, nights: number) => ({
    checkIn: addDays(today, from),
    checkOut: addDays(today, from + nights),
  });

  test("is refused; a stay that begins on the earliest day is accepted", () => {
    const refusal = { rule: "notice", earliestArrival: addDays(today, 2) };
    expect(refuseStay(calendar, stay(0, 5))).toEqual(refusal);
    expect(evaluateOn(calendar, { stay: stay(1, 1), guests: 2 })).toEqual({ ok: false, refusal });
    expect(refuseStay(calendar, stay(2, 1))).toBeNull();
  });

  test("is not suggested as an alternative either", () => {
    expect([...departuresFrom(calendar, 1)]).toEqual([]);
    expect(nearestStays(calendar, stay(0, 2))[0]).toEqual(stay(2, 2));
  });

  test("can still change its departure if it is already booked", () => {
    const agreed = { stay: stay(1, 3), minimumNights: 1 };
    expect(refuseStay(calendar, stay(1, 4), agreed)).toBeNull();
    expect(refuseStay(calendar, stay(0, 4), agreed)).toMatchObject({ rule: "notice" });
  });

  test("is refused even if it fills a gap; a gap counts only from the earliest arrival on", () => {
    const document = {
      ...DEFAULT_PRICES,
      everyNight: { ...DEFAULT_PRICES.everyNight, minimumNights: 5 },
      smallestGap: 2,
    };
    const taken = new Set([addDays(today, 4)]);
    const gaps = createSellingCalendar(document, taken, today, addDays(today, 2));
    expect(refuseStay(gaps, stay(0, 4))).toMatchObject({ rule: "notice" });
    expect(refuseStay(gaps, stay(2, 2))).toBeNull();
    expect(refuseStay(gaps, stay(3, 1))).toMatchObject({ rule: "minimum" });
  });
});
