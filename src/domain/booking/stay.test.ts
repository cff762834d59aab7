import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../calendar/local-date.ts";
import { DEFAULT_PRICES } from "../pricing/price-document.ts";
import { priceStay } from "../pricing/quote.ts";
import { defaultStay, nightCount, nightsOf, overlaps, withCheckIn, type Stay } from "./stay.ts";

const stay: fc.Arbitrary<Stay> = fc
  .record({ start: fc.integer({ min: 0, max: 3650 }), nights: fc.integer({ min: 1, max: 30 }) })
  .map(({ start, nights }) => {
    const checkIn = addDays("2026-01-01", start);
    return { checkIn, checkOut: addDays(checkIn, nights) };
  });

test("two stays overlap if and only if they share a night", () => {
  fc.assert(
    fc.property(stay, stay, (a, b) => {
      const nights = new Set(nightsOf(a));
      expect(overlaps(a, b)).toBe(nightsOf(b).some((night) => nights.has(night)));
    }),
  );
});

test("a stay's number of nights equals the number of nights in its list", () => {
  fc.assert(fc.property(stay, (some) => nightsOf(some).length === nightCount(some)));
});

test("a new form suggests a stay from tomorrow until four days from now", () => {
  expect(defaultStay("2026-12-30")).toEqual({ checkIn: "2026-12-31", checkOut: "2027-01-03" });
});

test("a new check-in on or after the check-out moves the check-out to the next day; an earlier check-in does not", () => {
  const requested: Stay = { checkIn: "2026-12-01", checkOut: "2026-12-04" };
  expect(withCheckIn(requested, "2026-12-03").checkOut).toBe("2026-12-04");
  expect(withCheckIn(requested, "2026-12-04").checkOut).toBe("2026-12-05");
  expect(withCheckIn(requested, "2026-12-31").checkOut).toBe("2027-01-01");
});

test("R05: the price is the number of nights times the rate, in whole cents, for 10,000 stays", () => {
  fc.assert(
    fc.property(stay, fc.integer({ min: 1, max: 10_000_000 }), (some, rate) => {
      const document = { ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: rate } };
      const { totalCents, lines } = priceStay(document, some, 2, { today: some.checkIn });
      expect(totalCents).toBe(nightCount(some) * rate);
      expect(Number.isSafeInteger(totalCents)).toBe(true);
      expect(lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(totalCents);
    }),
    { numRuns: 10_000 },
  );
});

/**
 * This code is run by a process in another time zone. It counts and prices 10,000 stays that begin on every day of two
 * years, and so around every clock change. It also counts nights in the naive way, between local midnights; where
 * clocks change, the check must detect that the naive count is wrong.
 */
const COUNT = `
  import { nightCount } from "./src/domain/booking/stay.ts";
  import { DEFAULT_PRICES } from "./src/domain/pricing/price-document.ts";
  import { priceStay } from "./src/domain/pricing/quote.ts";
  import { addDays } from "./src/domain/calendar/local-date.ts";
  const midnight = (day) => new Date(day + "T00:00");
  const naive = ({ checkIn, checkOut }) => Math.ceil((midnight(checkOut) - midnight(checkIn)) / 86_400_000);
  let wrong = 0, naivelyWrong = 0, stays = 0;
  for (let day = 0; stays < 10_000; day++) {
    const checkIn = addDays("2026-01-01", day % 731);
    for (const nights of [1, 2, 3, 7, 30]) {
      const stay = { checkIn, checkOut: addDays(checkIn, nights) };
      const document = { ...DEFAULT_PRICES, everyNight: { ...DEFAULT_PRICES.everyNight, priceCents: 15_001 + day } };
      const { totalCents } = priceStay(document, stay, 2, { today: checkIn });
      if (nightCount(stay) !== nights || totalCents !== nights * (15_001 + day)) wrong++;
      if (naive(stay) !== nights) naivelyWrong++;
      stays++;
    }
  }
  console.log(wrong, stays, naivelyWrong > 0);
`;

test.each([
  ["UTC", false],
  ["Asia/Colombo", false],
  ["America/Los_Angeles", true],
  ["Europe/Berlin", true],
  ["Pacific/Kiritimati", false],
  ["America/St_Johns", true],
])("R05: a server in %s counts and prices 10,000 stays correctly; a naive count would be wrong: %s", (zone, isSeen) => {
  const output = execFileSync(process.execPath, ["--input-type=module-typescript", "-e", COUNT], {
    env: { ...process.env, TZ: zone },
    encoding: "utf8",
  });
  expect(output.trim()).toBe(`0 10000 ${isSeen}`);
});
