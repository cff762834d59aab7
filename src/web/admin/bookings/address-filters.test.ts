import fc from "fast-check";
import { expect, test } from "vitest";
import { BOOKING_SORTS, LISTED_DATES, LISTED_STATUSES, NO_FILTERS } from "#domain/booking/booking-list.ts";
import { BOOKING_SOURCES } from "#domain/booking/booking.ts";
import { toLocalDate } from "#domain/calendar/local-date.ts";
import { addressOf, filtersIn } from "./address-filters.ts";

test("filters stay the same when they are written to a URL and read back", () => {
  const filters = fc.record({
    from: fc.constantFrom("" as const, toLocalDate("2027-03-14")),
    to: fc.constantFrom("" as const, toLocalDate("2027-03-15")),
    dates: fc.constantFrom(...LISTED_DATES),
    search: fc.string({ unit: "grapheme" }),
    status: fc.constantFrom("all" as const, ...LISTED_STATUSES),
    source: fc.constantFrom("all" as const, ...BOOKING_SOURCES),
    sort: fc.constantFrom(...BOOKING_SORTS),
  });
  fc.assert(
    fc.property(filters, (chosen) => {
      const address = new URLSearchParams(addressOf(chosen)).toString();
      expect(filtersIn(new URLSearchParams(address))).toEqual(chosen);
    }),
  );
});

test("without filters the query string is empty, and unknown values are ignored", () => {
  expect(addressOf(NO_FILTERS)).toEqual({});
  expect(filtersIn(new URLSearchParams("status=lost&from=soon&source=fax&sort=__proto__"))).toEqual(NO_FILTERS);
});
