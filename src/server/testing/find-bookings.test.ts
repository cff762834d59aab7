import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BOOKING_SORTS, LISTED_DATES, LISTED_STATUSES, NO_FILTERS } from "#domain/booking/booking-list.ts";
import { BOOKING_SOURCES, ENDINGS } from "#domain/booking/booking.ts";
import { BOOKING_STATUSES } from "#domain/booking/status.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { foldedText } from "#domain/text/fold.ts";
import { findBookings, type ListedBooking } from "./find-bookings.ts";

const TODAY = toLocalDate("2027-03-15");
const day = fc.integer({ min: 1, max: 28 }).map((n) => `2027-03-${String(n).padStart(2, "0")}`);
const status = fc.oneof(
  fc.record({ status: fc.constantFrom(...BOOKING_STATUSES), endedAs: fc.constant(null) }),
  fc.record({ status: fc.constant("cancelled" as const), endedAs: fc.constantFrom(...ENDINGS) }),
);
const facts = fc.record({
  id: fc.uuid(),
  reference: fc.uuid(),
  waitsFor: fc.constantFrom("guest", "host", null),
  source: fc.constantFrom(...BOOKING_SOURCES),
  checkIn: day,
  checkOut: day,
  totalAmount: fc.integer({ min: 0, max: 900_000 }).map((cents) => (cents / 100).toFixed(2)),
  guest: fc.record({
    name: fc.string({ unit: "grapheme", minLength: 1 }),
    email: fc.emailAddress(),
    phone: fc.constant(""),
  }),
});
const booking: fc.Arbitrary<ListedBooking> = fc.tuple(facts, status).map(([one, how]) => ({ ...one, ...how }));
const bookings = fc.uniqueArray(booking, { selector: (one) => one.id, maxLength: 30 });
const filters = fc.record({
  from: fc.constant("" as const),
  to: fc.constant("" as const),
  dates: fc.constantFrom(...LISTED_DATES),
  search: fc.string({ unit: "grapheme", maxLength: 2 }),
  status: fc.constantFrom("all" as const, ...LISTED_STATUSES),
  source: fc.constantFrom("all" as const, ...BOOKING_SOURCES),
  sort: fc.constantFrom(...BOOKING_SORTS),
});

function named(name: string, email = "a@example.com", phone = ""): ListedBooking {
  return {
    id: name,
    reference: "LK-2A9F",
    status: "confirmed",
    endedAs: null,
    waitsFor: null,
    source: "direct",
    checkIn: "2027-01-01",
    checkOut: "2027-01-02",
    totalAmount: "150.00",
    guest: { name, email, phone },
  };
}
/** Compares folded names by their bytes, as a database does. */
const inBytes = (one: string, other: string) =>
  Buffer.compare(Buffer.from(foldedText(one)), Buffer.from(foldedText(other)));
const search = (list: ListedBooking[], text: string) =>
  findBookings(list, { ...NO_FILTERS, search: text }, TODAY).map((found) => found.guest.name);

describe("the host's list of bookings", () => {
  test("finds a guest by name or email, in upper or lower case and in several scripts", () => {
    const guests = [
      named("Jürgen MÜLLER"),
      named("Özil"),
      named("İpek"),
      named("Straße"),
      named("ΟΔΥΣΣΕΥΣ"),
      named("Ann", "Ann@X.lk"),
    ];
    expect(search(guests, "müller")).toEqual(["Jürgen MÜLLER"]);
    expect(search(guests, "ÖZIL")).toEqual(["Özil"]);
    expect(search(guests, "ipek")).toEqual(["İpek"]);
    expect(search(guests, "strasse")).toEqual(["Straße"]);
    expect(search(guests, "STRAẞE")).toEqual(["Straße"]);
    expect(search(guests, "οδυσσευς")).toEqual(["ΟΔΥΣΣΕΥΣ"]);
    expect(search(guests, "ann@x")).toEqual(["Ann"]);
    expect(search(guests, " mu\u0308ller ")).toEqual(["Jürgen MÜLLER"]);
  });

  test("finds a guest by phone, by reference and by words in any order, ignoring accents", () => {
    const guests = [named("Zoë Nuñez", "z@example.com", "+94 77 123 4567"), named("Łukasz Ørsted"), named("Bo")];
    expect(search(guests, "nunez zoe")).toEqual(["Zoë Nuñez"]);
    expect(search(guests, "lukasz orsted")).toEqual(["Łukasz Ørsted"]);
    for (const typed of ["077 123", "(077) 123-4567", "+9477123", "1234567"])
      expect(search(guests, typed)).toEqual(["Zoë Nuñez"]);
    expect(search(guests, "lk-2a9f bo")).toEqual(["Bo"]);
    expect(search(guests, "zoe bo")).toEqual([]);
    // Phones type ’ where computers type '.
    const irish = [named("Sinéad O'Connor"), named("Tara O’Brien")];
    for (const typed of ["o’connor", "O'CONNOR"]) expect(search(irish, typed)).toEqual(["Sinéad O'Connor"]);
    for (const typed of ["o’brien", "O'Brien"]) expect(search(irish, typed)).toEqual(["Tara O’Brien"]);
    expect(search(irish, "'")).toEqual(["Sinéad O'Connor"]);
    expect(search(irish, "''")).toEqual([]);
  });

  test("shows the stays in a range of days, and can list the next stays first", () => {
    const stay = (id: string, checkIn: string, checkOut: string) => ({ ...named(id), id, checkIn, checkOut });
    const list = [
      stay("last week", "2027-03-01", "2027-03-05"),
      stay("next week", "2027-03-22", "2027-03-24"),
      stay("yesterday", "2027-03-12", "2027-03-14"),
      stay("now", "2027-03-14", "2027-03-16"),
    ];
    const ids = (part: object) => findBookings(list, { ...NO_FILTERS, ...part }, TODAY).map(({ id }) => id);
    expect(ids({ sort: "upcoming" })).toEqual(["now", "next week", "yesterday", "last week"]);
    expect(ids({ from: toLocalDate("2027-03-14"), to: toLocalDate("2027-03-15") })).toEqual(["now", "yesterday"]);
    expect(ids({ to: toLocalDate("2027-03-04") })).toEqual(["last week"]);
    const middle = { from: toLocalDate("2027-03-04"), to: toLocalDate("2027-03-14") };
    expect(ids(middle)).toEqual(["now", "yesterday", "last week"]);
    expect(ids({ ...middle, dates: "check-in" })).toEqual(["now", "yesterday"]);
  });

  test("a booking that was never booked is listed apart from cancelled ones", () => {
    const cancelled = { ...named("cancelled"), status: "cancelled" as const };
    const list = [named("booked"), cancelled, { ...cancelled, id: "declined", endedAs: "request" as const }];
    const ids = (status: (typeof LISTED_STATUSES)[number]) =>
      findBookings(list, { ...NO_FILTERS, status }, TODAY).map(({ id }) => id);
    expect(ids("not-cancelled")).toEqual(["booked"]);
    expect(ids("cancelled")).toEqual(["cancelled"]);
    expect(ids("never-booked")).toEqual(["declined"]);
  });

  test("filters by source, returns each booking once and does not change the list; each booking has one status", () => {
    fc.assert(
      fc.property(bookings, filters, (list, filter) => {
        const before = structuredClone(list);
        const result = findBookings(list, filter, TODAY);
        const found = new Set(result);
        expect(found.size).toBe(result.length);
        expect(list).toEqual(before);
        const hasSource = (one: ListedBooking) => filter.source === "all" || one.source === filter.source;
        for (const one of list) if (!hasSource(one)) expect(found.has(one)).toBe(false);
        const all = { ...filter, search: "" };
        const byStatus = [...BOOKING_STATUSES, "never-booked" as const].map((status) =>
          findBookings(list, { ...all, status }, TODAY),
        );
        expect(new Set(byStatus.flat()).size).toBe(byStatus.flat().length);
        expect(byStatus.flat()).toHaveLength(list.filter(hasSource).length);
      }),
    );
  });

  test("finds every booking by any part of the guest's name, in upper or lower case", () => {
    fc.assert(
      fc.property(bookings, fc.nat(), fc.nat(), fc.boolean(), (list, from, length, upper) => {
        for (const one of list) {
          const letters = [...one.guest.name];
          const start = from % letters.length;
          const part = letters.slice(start, start + 1 + (length % letters.length)).join("");
          const typed = upper ? part.toUpperCase() : part.toLowerCase();
          // A letter that is cut off from its combining marks may compose differently, but text that a person types has
          // whole letters.
          if (part.normalize("NFKC") !== part || one.guest.name.normalize("NFKC") !== one.guest.name) continue;
          if (/[\p{M}\p{Cn}]/u.test(one.guest.name)) continue;
          // In upper case, the Greek iota below a letter is written beside it: ᾀ becomes ἈΙ.
          if (one.guest.name.normalize("NFD").includes("\u0345")) continue;
          expect(findBookings(list, { ...NO_FILTERS, search: typed }, TODAY)).toContain(one);
        }
      }),
    );
  });

  test("sorts dates newest first, amounts highest first and guests alphabetically, whatever the original order", () => {
    fc.assert(
      fc.property(bookings, filters, fc.integer(), (list, filter, turn) => {
        const found = findBookings(list, filter, TODAY);
        for (const [index, next] of found.slice(1).entries()) {
          const one = found[index] ?? next;
          if (filter.sort === "checkIn") expect(one.checkIn >= next.checkIn).toBe(true);
          if (filter.sort === "checkOut") expect(one.checkOut >= next.checkOut).toBe(true);
          if (filter.sort === "amount")
            expect(Number(one.totalAmount)).toBeGreaterThanOrEqual(Number(next.totalAmount));
          if (filter.sort === "guest") expect(inBytes(one.guest.name, next.guest.name)).toBeLessThanOrEqual(0);
        }
        const at = list.length === 0 ? 0 : Math.abs(turn) % list.length;
        expect(findBookings([...list.slice(at), ...list.slice(0, at)], filter, TODAY)).toEqual(found);
      }),
    );
  });

  test("shows every booking after the filters are cleared", () => {
    fc.assert(
      fc.property(bookings, (list) => {
        expect(findBookings(list, NO_FILTERS, TODAY)).toHaveLength(list.length);
      }),
    );
  });
});
