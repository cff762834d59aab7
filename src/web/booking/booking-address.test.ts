import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { bookingAddress, readBookingAddress } from "./booking-address.ts";
import { refuseStay } from "#domain/booking/refuse-stay.ts";

const TODAY = "2026-11-21";
const USUAL = { checkIn: "2026-11-22", checkOut: "2026-11-25" };

describe("the address of a booking page", () => {
  test("asks for nothing: tomorrow to four days from now, for two", () => {
    expect(readBookingAddress("", TODAY)).toEqual({ stay: USUAL, guestCount: 2, hints: [] });
  });

  test("asks for dates and guests", () => {
    expect(readBookingAddress("in=2026-12-05&out=2026-12-08&guests=4", TODAY)).toEqual({
      stay: { checkIn: "2026-12-05", checkOut: "2026-12-08" },
      guestCount: 4,
      hints: [],
    });
  });

  test("asks for a check-in only: the usual number of nights", () => {
    expect(readBookingAddress("in=2026-12-05", TODAY).stay).toEqual({ checkIn: "2026-12-05", checkOut: "2026-12-08" });
  });

  test.each([
    ["in=2020-01-01&out=2020-01-03", /cannot be booked.*Check-in cannot be in the past/],
    ["in=2026-12-08&out=2026-12-05", /cannot be booked.*Check-out date must be after check-in date/],
    ["in=2026-12-01&out=2027-02-01", /at most 30 nights/],
    ["in=2199-12-30&out=2199-12-31", /two years ahead/],
    ["in=2026-02-30&out=2026-03-02", /could not read the dates/],
    ["in=tomorrow&out=later", /could not read the dates/],
    ["out=2026-12-05", /could not read the dates/],
  ])("%s is ignored with a hint", (search, hint) => {
    const read = readBookingAddress(search, TODAY);
    expect(read.stay).toEqual(USUAL);
    expect(read.hints).toHaveLength(1);
    expect(read.hints[0]).toMatch(hint);
  });

  test.each(["0", "7", "-1", "2.5", "", "two", "1e0"])("guests=%s are ignored with a hint", (guests) => {
    const read = readBookingAddress(`guests=${guests}`, TODAY);
    expect(read.guestCount).toBe(2);
    expect(read.hints).toEqual(["The cottage takes 1 to 6 guests, so we start with 2."]);
  });

  test("never leads to a stay that cannot be booked, whatever it says", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (checkIn, checkOut, guests) => {
        const search = new URLSearchParams({ in: checkIn, out: checkOut, guests }).toString();
        const read = readBookingAddress(search, TODAY);
        expect(refuseStay(read.stay, TODAY)).toBeNull();
        expect(read.guestCount).toBeGreaterThanOrEqual(1);
        expect(read.guestCount).toBeLessThanOrEqual(6);
      }),
    );
  });

  test("says what became of the link that shows an email to be real", () => {
    const hints = (search: string) => readBookingAddress(search, TODAY).hints;
    expect(hints("in=2026-12-05&out=2026-12-08&guests=2&email=proven")).toEqual([
      "Your email is confirmed. Please press Book Now again, here or where you filled in the form.",
    ]);
    expect(hints("email=unproven")[0]).toMatch(/^This link is too old/);
    for (const other of ["email=", "email=constructor", ""]) expect(hints(other)).toEqual([]);
  });

  test("is read as it was written", () => {
    const stay = { checkIn: "2026-12-05", checkOut: "2026-12-08" } as const;
    const address = bookingAddress("/book", stay, "3");
    expect(address).toBe("/book?in=2026-12-05&out=2026-12-08&guests=3");
    expect(readBookingAddress(address.split("?")[1] ?? "", TODAY)).toEqual({ stay, guestCount: 3, hints: [] });
  });
});
