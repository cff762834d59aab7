import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../calendar/local-date.ts";
import { quote } from "./price.ts";
import { defaultStay, nightCount, nightsOf, overlaps, withCheckIn, type Stay } from "./stay.ts";

const stay: fc.Arbitrary<Stay> = fc
  .record({ start: fc.integer({ min: 0, max: 3650 }), nights: fc.integer({ min: 1, max: 30 }) })
  .map(({ start, nights }) => {
    const checkIn = addDays("2026-01-01", start);
    return { checkIn, checkOut: addDays(checkIn, nights) };
  });

test("two stays overlap exactly when they share a night", () => {
  fc.assert(
    fc.property(stay, stay, (a, b) => {
      const nights = new Set(nightsOf(a));
      expect(overlaps(a, b)).toBe(nightsOf(b).some((night) => nights.has(night)));
    }),
  );
});

test("a stay has as many nights as it lists", () => {
  fc.assert(fc.property(stay, (some) => nightsOf(some).length === nightCount(some)));
});

test("a new form offers tomorrow to four days from now", () => {
  expect(defaultStay("2026-12-30")).toEqual({ checkIn: "2026-12-31", checkOut: "2027-01-03" });
});

test("a check-in on or after the check-out moves the check-out to the next day, any other leaves it", () => {
  const wanted: Stay = { checkIn: "2026-12-01", checkOut: "2026-12-04" };
  expect(withCheckIn(wanted, "2026-12-03").checkOut).toBe("2026-12-04");
  expect(withCheckIn(wanted, "2026-12-04").checkOut).toBe("2026-12-05");
  expect(withCheckIn(wanted, "2026-12-31").checkOut).toBe("2027-01-01");
});

test("the price is nights times the rate in whole cents, for 10,000 stays", () => {
  fc.assert(
    fc.property(stay, fc.integer({ min: 1, max: 10_000_000 }), (some, rate) => {
      const { nights, totalCents, lines } = quote(some, rate);
      expect(totalCents).toBe(nights * rate);
      expect(Number.isSafeInteger(totalCents)).toBe(true);
      expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(totalCents);
    }),
    { numRuns: 10_000 },
  );
});

/** Nights of stays around the changes of clocks, counted by a process that lives in another zone. */
const COUNT = `
  import { nightCount } from "./src/domain/booking/stay.ts";
  import { addDays } from "./src/domain/calendar/local-date.ts";
  const counts = [];
  for (let day = 0; day < 366; day++) {
    const checkIn = addDays("2026-01-01", day);
    for (const nights of [1, 2, 30]) counts.push(nightCount({ checkIn, checkOut: addDays(checkIn, nights) }) - nights);
  }
  console.log(counts.filter((difference) => difference !== 0).length, counts.length);
`;

test.each(["UTC", "Asia/Colombo", "America/Los_Angeles", "Europe/Berlin", "Pacific/Kiritimati", "America/St_Johns"])(
  "a server in %s counts the same nights on every day of a year",
  (zone) => {
    const answer = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", COUNT], {
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    });
    expect(answer.trim()).toBe("0 1098");
  },
);
