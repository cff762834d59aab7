import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, eachDay, type LocalDate } from "../calendar/local-date.ts";
import { mayChoose, nearestFreeStay, takenNights } from "./availability.ts";
import { nightCount, type Stay } from "./stay.ts";

const FROM = "2026-11-21";
const UNTIL = "2027-01-20";
const days = eachDay(FROM, UNTIL);

const calendar = fc.subarray(days).map((gone) => new Set<LocalDate>(gone));
const wantedStay = fc
  .record({ start: fc.integer({ min: -5, max: 65 }), nights: fc.integer({ min: 1, max: 12 }) })
  .map(({ start, nights }): Stay => ({ checkIn: addDays(FROM, start), checkOut: addDays(FROM, start + nights) }));

describe("the nearest free stay", () => {
  test("is free, of the same length, inside the window, and none is nearer", () => {
    fc.assert(
      fc.property(wantedStay, calendar, (wanted, gone) => {
        const nights = nightCount(wanted);
        const distanceOf = (day: LocalDate) => Math.abs(nightCount({ checkIn: wanted.checkIn, checkOut: day }));
        const free = days
          .map((checkIn) => ({ checkIn, checkOut: addDays(checkIn, nights) }))
          .filter((stay) => stay.checkOut <= UNTIL && takenNights(stay, gone).length === 0);
        const found = nearestFreeStay(wanted, gone, FROM, UNTIL);
        if (free.length === 0) {
          expect(found).toBeNull();
          return;
        }
        expect(free).toContainEqual(found);
        const nearest = Math.min(...free.map((stay) => distanceOf(stay.checkIn)));
        expect(found && distanceOf(found.checkIn)).toBe(nearest);
      }),
    );
  });

  test("is the wanted one when that is free", () => {
    const wanted: Stay = { checkIn: "2026-12-01", checkOut: "2026-12-04" };
    expect(nearestFreeStay(wanted, new Set(), FROM, UNTIL)).toEqual(wanted);
  });

  test("is the later one of two equally near", () => {
    const gone = new Set<LocalDate>(["2026-12-05"]);
    expect(nearestFreeStay({ checkIn: "2026-12-05", checkOut: "2026-12-06" }, gone, FROM, UNTIL)).toEqual({
      checkIn: "2026-12-06",
      checkOut: "2026-12-07",
    });
  });

  test("is null when the stay is longer than the window", () => {
    const wanted: Stay = { checkIn: "2026-12-01", checkOut: "2027-02-15" };
    expect(nearestFreeStay(wanted, new Set(), FROM, UNTIL)).toBeNull();
  });

  test("is found for a stay that lies wholly outside the window", () => {
    expect(nearestFreeStay({ checkIn: "2026-10-01", checkOut: "2026-10-03" }, new Set(), FROM, UNTIL)).toEqual({
      checkIn: FROM,
      checkOut: "2026-11-23",
    });
    expect(nearestFreeStay({ checkIn: "2027-05-01", checkOut: "2027-05-03" }, new Set(), FROM, UNTIL)).toEqual({
      checkIn: "2027-01-18",
      checkOut: UNTIL,
    });
  });
});

describe("a calendar offers", () => {
  const gone = new Set<LocalDate>(["2026-12-05", "2026-12-06"]);

  test("no arrival on a night that is gone, and one on the day the other guest leaves", () => {
    expect(mayChoose("2026-12-05", null, gone, 30)).toBe(false);
    expect(mayChoose("2026-12-07", null, gone, 30)).toBe(true);
  });

  test("a departure on the day another arrives, but not after", () => {
    expect(mayChoose("2026-12-05", "2026-12-03", gone, 30)).toBe(true);
    expect(mayChoose("2026-12-06", "2026-12-03", gone, 30)).toBe(false);
    expect(mayChoose("2026-12-10", "2026-12-03", gone, 30)).toBe(false);
  });

  test("an earlier arrival only over free nights", () => {
    expect(mayChoose("2026-12-01", "2026-12-03", gone, 30)).toBe(true);
    expect(mayChoose("2026-12-04", "2026-12-08", gone, 30)).toBe(false);
  });

  test("no more nights than a stay may have", () => {
    expect(mayChoose("2027-01-02", "2026-12-07", gone, 30)).toBe(true);
    expect(mayChoose("2027-01-07", "2026-12-07", gone, 30)).toBe(false);
  });
});
