import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { setEnglishTexts } from "../app/all-texts.ts";
import { bookingAddress, readBookingAddress } from "./booking-address.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { DEFAULT_PRICES, type PriceDocument } from "#domain/pricing/price-document.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { type ChosenDays, refuseArrival } from "#domain/pricing/day-choices.ts";
import { refuseStay } from "#domain/pricing/stay-check.ts";

setEnglishTexts();

const TODAY = toLocalDate("2026-11-21");

function sellingWith(rules: Partial<PriceDocument> = {}, taken: string[] = []) {
  return createSellingCalendar({ ...DEFAULT_PRICES, ...rules }, new Set(taken.map(toLocalDate)), TODAY);
}
const ALL_FREE = sellingWith();

/** Whether a stay can be booked or, if only an arrival is chosen, whether some stay from that day can. */
function startsBookable({ checkIn, checkOut }: ChosenDays): boolean {
  if (checkIn === null) return false;
  if (checkOut === null) return refuseArrival(ALL_FREE, checkIn) === null;
  return refuseStay(ALL_FREE, { checkIn, checkOut }) === null;
}
const USUAL = { checkIn: "2026-11-22", checkOut: "2026-11-25" };

describe("the address of a booking page", () => {
  test("without dates, selects tomorrow to four days from now for two guests", () => {
    expect(readBookingAddress("", ALL_FREE)).toEqual({ stay: USUAL, month: null, guestCount: 2, hints: [] });
  });

  test("starts with the nearest bookable dates if tomorrow's cannot be booked", () => {
    const someTaken = sellingWith({}, ["2026-11-23", "2026-11-27"]);
    const read = readBookingAddress("", someTaken);
    expect(read.stay).toEqual({ checkIn: "2026-11-24", checkOut: "2026-11-27" });
    // Requested dates stay as they are, because the form says which dates nearby are free.
    const requested = { checkIn: "2026-11-23", checkOut: "2026-11-25" };
    expect(readBookingAddress("in=2026-11-23&out=2026-11-25", someTaken)).toMatchObject({ stay: requested, hints: [] });
  });

  test("starts with a stay no longer than the host allows", () => {
    const usual = { checkIn: "2026-11-22", checkOut: "2026-11-24" };
    expect(readBookingAddress("", sellingWith({ longestStay: 2 })).stay).toEqual(usual);
  });

  test("starts with the host's minimum stay; a shorter one in a link is left for the form to refuse", () => {
    const everyNight = { ...DEFAULT_PRICES.everyNight, minimumNights: 5 };
    const fiveNights = sellingWith({ everyNight });
    expect(readBookingAddress("", fiveNights).stay).toEqual({ checkIn: "2026-11-22", checkOut: "2026-11-27" });
    const short = { checkIn: "2026-12-05", checkOut: "2026-12-07" };
    expect(readBookingAddress("in=2026-12-05&out=2026-12-07", fiveNights)).toMatchObject({ stay: short, hints: [] });
  });

  test("selects dates and guests", () => {
    expect(readBookingAddress("in=2026-12-05&out=2026-12-08&guests=4", ALL_FREE)).toEqual({
      stay: { checkIn: "2026-12-05", checkOut: "2026-12-08" },
      month: null,
      guestCount: 4,
      hints: [],
    });
  });

  test("with only a check-in, leaves the check-out for the guest to choose and never assumes one night", () => {
    expect(readBookingAddress("in=2026-12-05", ALL_FREE)).toMatchObject({
      stay: { checkIn: "2026-12-05", checkOut: null },
      hints: [],
    });
    const taken = readBookingAddress("in=2026-12-05", sellingWith({}, ["2026-12-05"]));
    expect(taken.stay).toEqual(USUAL);
    expect(taken.hints[0]).toMatch(/^The dates in your link can't be booked\. Already booked/);
  });

  test("names the month that the calendar shows", () => {
    expect(readBookingAddress("month=2027-03", ALL_FREE)).toMatchObject({ month: "2027-03", stay: USUAL });
    for (const none of ["month=2027-13", "month=", ""]) expect(readBookingAddress(none, ALL_FREE).month).toBeNull();
  });

  test.each([
    ["in=2020-01-01&out=2020-01-03", /can't be booked\. Past dates can't be booked/],
    ["in=2026-12-08&out=2026-12-05", /can't be booked\. Check-out date must be after check-in date/],
    ["in=2026-12-01&out=2027-02-01", /longest stay is 30 nights/],
    ["in=2199-12-30&out=2199-12-31", /two years away/],
    ["in=2026-02-30&out=2026-03-02", /couldn't read the dates/],
    ["in=tomorrow&out=later", /couldn't read the dates/],
    ["out=2026-12-05", /couldn't read the dates/],
  ])("%s is ignored, and a hint says why", (search, hint) => {
    const read = readBookingAddress(search, ALL_FREE);
    expect(read.stay).toEqual(USUAL);
    expect(read.hints).toHaveLength(1);
    expect(read.hints[0]).toMatch(hint);
  });

  test.each(["0", "7", "-1", "2.5", "", "two", "1e0"])("guests=%s is ignored with a hint", (guests) => {
    const read = readBookingAddress(`guests=${guests}`, ALL_FREE);
    expect(read.guestCount).toBe(2);
    expect(read.hints).toEqual(["The cottage sleeps up to 6 guests, so we've started with 2."]);
  });

  test("a cottage that sleeps one starts with one guest", () => {
    const calendar = sellingWith({ guests: { sleeps: 1, included: 1, extraCents: 0 } });
    expect(readBookingAddress("", calendar)).toMatchObject({ guestCount: 1, hints: [] });
    const read = readBookingAddress("guests=2", calendar);
    expect(read.guestCount).toBe(1);
    expect(read.hints).toEqual(["The cottage sleeps up to 1 guest, so we've started with 1."]);
  });

  test("leads to a stay that can be booked, whatever it says, as long as every night is free", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (checkIn, checkOut, guests) => {
        const search = new URLSearchParams({ in: checkIn, out: checkOut, guests }).toString();
        const read = readBookingAddress(search, ALL_FREE);
        expect(startsBookable(read.stay)).toBe(true);
        expect(read.guestCount).toBeGreaterThanOrEqual(1);
        expect(read.guestCount).toBeLessThanOrEqual(6);
      }),
    );
  });

  test("says whether the emailed link has confirmed the email address", () => {
    const hints = (search: string) => readBookingAddress(search, ALL_FREE).hints;
    expect(hints("in=2026-12-05&out=2026-12-08&guests=2&email=proven")).toEqual([
      "Thank you, your email is confirmed. Now press Book Now again, here or where you filled in the form.",
    ]);
    expect(hints("email=unproven")[0]).toMatch(/^This link has expired/);
    for (const other of ["email=", "email=constructor", ""]) expect(hints(other)).toEqual([]);
  });

  test("can be read back with the dates and guests that were written to it", () => {
    const stay = { checkIn: "2026-12-05", checkOut: "2026-12-08" } as const;
    const address = bookingAddress("/book", stay, "3");
    expect(address).toBe("/book?in=2026-12-05&out=2026-12-08&guests=3");
    expect(readBookingAddress(address.split("?")[1] ?? "", ALL_FREE)).toEqual({
      stay,
      month: null,
      guestCount: 3,
      hints: [],
    });
  });
});
