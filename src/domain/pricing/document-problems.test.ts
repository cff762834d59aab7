import { describe, expect, test } from "vitest";
import { addDays, toLocalDate } from "../calendar/local-date.ts";
import { findCliffs } from "./cliffs.ts";
import { documentProblems } from "./document-problems.ts";
import { importNights, nightsToCsv } from "./night-csv.ts";
import { nightOf } from "./night.ts";
import {
  DEFAULT_PRICES,
  type PriceDocument,
  type PromoCode,
  type Season,
  type SpecialDates,
} from "./price-document.ts";
import { createSellingCalendar } from "./selling-calendar.ts";
import { unsellableNights } from "./unsellable-nights.ts";
import { unusualCode, unusualPrices } from "./unusual-prices.ts";

const TODAY = toLocalDate("2027-06-01");
const NO_TERMS = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };

function prices(
  rest: Partial<PriceDocument> = {},
  everyNight: Partial<PriceDocument["everyNight"]> = {},
): PriceDocument {
  return { ...DEFAULT_PRICES, ...rest, everyNight: { ...DEFAULT_PRICES.everyNight, ...everyNight } };
}
const season = (name: string, from: Season["from"], to: Season["to"], rest: Partial<Season> = {}): Season => ({
  ...NO_TERMS,
  name,
  from,
  to,
  ...rest,
});
const special = (name: string, first: string, last: string, rest: Partial<SpecialDates> = {}): SpecialDates => ({
  ...NO_TERMS,
  name,
  firstNight: toLocalDate(first),
  lastNight: toLocalDate(last),
  ...rest,
});
const messages = (document: PriceDocument) =>
  documentProblems(document, TODAY).map((one) => `${one.path}: ${one.message}`);

describe("the problems that prevent a price document from being saved", () => {
  test("there are none in the specification's prices or in a document with many rules", () => {
    expect(messages(DEFAULT_PRICES)).toEqual([]);
    expect(
      messages(
        prices({
          seasons: [
            season("Christmas", "12-18", "01-06"),
            season("Winter", "01-07", "02-28"),
            season("Spring", "03-01", "03-31"),
          ],
          specialDates: [special("A", "2027-08-09", "2027-08-10"), special("B", "2027-08-11", "2027-08-21")],
        }),
      ),
    ).toEqual([]);
  });

  test.each([
    ["12-20", "01-06", "01-01", "02-01", "January 1"],
    ["05-01", "06-30", "06-30", "07-31", "June 30"],
    ["01-01", "02-28", "02-29", "03-31", "February 29"],
    ["12-01", "01-31", "11-01", "12-01", "December 1"],
  ] as const)("seasons %s to %s and %s to %s overlap", (from, to, otherFrom, otherTo, shared) => {
    expect(messages(prices({ seasons: [season("One", from, to), season("Two", otherFrom, otherTo)] }))).toEqual([
      `seasons.1.from: "One" and "Two" both include the night of ${shared}. Change the dates of one of them.`,
    ]);
  });

  test("special dates overlap or end before they begin", () => {
    expect(
      messages(
        prices({
          specialDates: [
            special("Perahera", "2027-08-09", "2027-08-21"),
            special("Wedding", "2027-08-21", "2027-08-23"),
          ],
        }),
      ),
    ).toEqual([
      'specialDates.1.firstNight: "Perahera" and "Wedding" both include the night of August 21, 2027. Change the dates of one of them.',
    ]);
    expect(messages(prices({ specialDates: [special("Wedding", "2027-08-21", "2027-08-20")] }))).toEqual([
      'specialDates.0.lastNight: "Wedding" ends before it begins',
    ]);
  });

  test("a minimum stay is longer than the longest stay", () => {
    expect(messages(prices({ longestStay: 7 }, { minimumNights: 14 }))).toEqual([
      "everyNight.minimumNights: Every night has a minimum stay of 14 nights, but the longest stay is 7 nights",
    ]);
    expect(messages(prices({ seasons: [season("Low", "05-01", "06-30", { minimumNights: 31 })] }))).toEqual([
      'seasons.0.minimumNights: "Low" has a minimum stay of 31 nights, but the longest stay is 30 nights',
    ]);
  });

  test("the rules allow no night to be sold", () => {
    expect(messages(prices({ longestStay: 6 }, { changeoverDays: [5] }))).toEqual([
      "everyNight.changeoverDays: With these rules, no night could be booked: at least 1 night, at most 6 nights, arrival and departure only on Saturday, check-out within 730 days. Relax one of them.",
    ]);
    expect(messages(prices({ longestStay: 7 }, { changeoverDays: [5] }))).toEqual([]);
  });

  test("there are two discounts for one length, steps out of order, too many included guests, or no changeover day", () => {
    expect(
      messages(
        prices(
          {
            longerStays: [
              { nights: 7, percent: 1000 },
              { nights: 7, percent: 1500 },
            ],
            cancellation: [
              { fromHoursBefore: 48, nights: 1 },
              { fromHoursBefore: 336, percent: 5000 },
            ],
            guests: { sleeps: 4, included: 6, extraCents: 0 },
          },
          { changeoverDays: [] },
        ),
      ),
    ).toEqual([
      "guests.included: The price cannot include 6 guests when the cottage sleeps 4",
      "everyNight.changeoverDays: Choose at least one day for arrivals and departures",
      "longerStays.1.nights: There are two discounts for 7 nights. Keep one of them.",
      "cancellation.1.fromHoursBefore: Each step must begin closer to check-in than the one before",
    ]);
  });

  test("the taxes included in the price add up to more than the price", () => {
    const city = { name: "City tax", included: true, per: "guest-night", amountCents: 2500 } as const;
    const service = { name: "Service", included: true, per: "price", percent: 5000 } as const;
    const guests = { sleeps: 6, included: 2, extraCents: 1000 };
    expect(messages(prices({ guests, taxes: [city, service] }))).toEqual([
      "taxes.1.included: A stay of 1 night for 6 guests can cost $190, but includes $213.33 in taxes. Lower a tax, or have it added to the price.",
    ]);
    expect(messages(prices({ guests, taxes: [city, { ...service, included: false }] }))).toEqual([]);
    expect(messages(prices({ guests, taxes: [city, service], cleaningCents: 10_000 }))).toEqual([]);
    const free = { specialDates: [special("Free", "2027-08-01", "2027-08-02", { priceCents: 0 })] };
    expect(messages(prices({ ...free, guests, taxes: [city] }))).toEqual([]);
    const fee = { name: "Fee", included: true, per: "stay", amountCents: 16_000 } as const;
    expect(messages(prices({ taxes: [fee] }))).toEqual([
      "taxes.0.included: A stay of 1 night for 6 guests can cost $150, but includes $160 in taxes. Lower a tax, or have it added to the price.",
    ]);
    expect(messages(prices({ taxes: [fee] }, { minimumNights: 2 }))).toEqual([]);
    // A winter night alone costs less than the fee, but a winter stay has at least seven nights.
    const winter = season("Winter", "12-01", "02-28", { priceCents: 4000, minimumNights: 7 });
    const dear = { priceCents: 20_000 };
    expect(messages(prices({ taxes: [fee], seasons: [winter] }, dear))).toEqual([]);
    expect(messages(prices({ taxes: [fee], seasons: [{ ...winter, minimumNights: null }] }, dear))).toHaveLength(1);
    // While the host is typing, there may be no price.
    expect(() => messages(prices({ taxes: [city, service] }, { priceCents: 0 }))).not.toThrow();
  });

  test("an amount with an extra zero is reported on its own field", () => {
    expect(messages(prices({}, { weekendPriceCents: 15_017_000_00 }))).toEqual([
      "everyNight.weekendPriceCents: The longest stay would cost more than we can calculate. Check for an extra zero.",
    ]);
  });

  test("a stay would cost more than the database can store", () => {
    const document = prices({ guests: { sleeps: 30, included: 1, extraCents: 10_000_000 } });
    expect(messages(document)).toEqual([
      "everyNight.priceCents: The longest stay would cost more than we can calculate. Check for an extra zero.",
    ]);
  });
});

describe("probable typing mistakes need confirmation", () => {
  test("a price of zero, a tenth of the usual price or ten times as much, 100% off, and another currency", () => {
    const after = prices({
      specialDates: [
        special("Free", "2027-08-01", "2027-08-02", { priceCents: 0 }),
        special("Tenth", "2027-08-03", "2027-08-04", { priceCents: 1500 }),
        special("Dear", "2027-08-05", "2027-08-06", { priceCents: 150_000 }),
        special("Usual", "2027-08-07", "2027-08-08", { priceCents: 15_100 }),
      ],
      longerStays: [{ nights: 7, percent: 10_000 }],
    });
    expect(unusualPrices(DEFAULT_PRICES, after)).toEqual([
      '"Free": $0 a night instead of the usual $150.',
      '"Tenth": $15 a night is a tenth or less of the usual $150.',
      '"Dear": $1,500 a night is ten or more times the usual $150.',
      "The discount for 7 nights takes 100% off.",
    ]);
    expect(unusualPrices(after, after)).toEqual([]);
    expect(unusualPrices(DEFAULT_PRICES, prices({}, { priceCents: 1500 }))).toEqual([
      "Every night: $15 a night is a tenth or less of the usual $150.",
    ]);
    expect(unusualPrices(DEFAULT_PRICES, prices({ currency: "EUR" }))).toEqual([
      "From now on, prices and discount codes will be in EUR; their amounts are not converted. Existing bookings stay in USD. Totals are shown separately for each currency and never added together.",
    ]);
  });

  test("codes that make a stay free", () => {
    const code = {
      code: "GIFT",
      arrivalFrom: null,
      arrivalUntil: null,
      bookUntil: null,
      minimumNights: null,
      maximumUses: null,
    };
    const unusual = (terms: Pick<PromoCode, "discount">) => unusualCode({ ...code, ...terms }, DEFAULT_PRICES, TODAY);
    expect(unusual({ discount: { percent: 10_000 } })).toEqual(["GIFT takes 100% off."]);
    expect(unusual({ discount: { amountCents: 300_000 } })).toEqual([expect.stringContaining("$3,000 off")]);
    expect(unusual({ discount: { percent: 1000 } })).toEqual([]);
  });
});

describe("warnings for the host", () => {
  test("7 nights that cost less than 6", () => {
    const document = prices({ longerStays: [{ nights: 7, percent: 1500 }] });
    expect(findCliffs(createSellingCalendar(document, new Set(), TODAY), 2)).toEqual([
      {
        nights: 7,
        shorter: { checkIn: TODAY, checkOut: toLocalDate("2027-06-07") },
        shorterCents: 90_000,
        longerCents: 89_250,
      },
    ]);
    const gentle = prices({ longerStays: [{ nights: 7, percent: 1400 }] });
    expect(findCliffs(createSellingCalendar(gentle, new Set(), TODAY), 2)).toEqual([]);
  });

  test("available nights that nobody can book, with the reason and the gap setting that makes them bookable", () => {
    const taken = new Set(["2027-06-10", "2027-06-13"].map(toLocalDate));
    expect(unsellableNights(createSellingCalendar(prices({}, { minimumNights: 3 }), taken, TODAY))).toEqual([
      {
        from: "2027-06-11",
        until: "2027-06-12",
        nights: 2,
        refusal: { rule: "minimum", nights: 3, from: null },
        curedByGapsFrom: 2,
      },
    ]);
    expect(
      unsellableNights(createSellingCalendar(prices({ smallestGap: 2 }, { minimumNights: 3 }), taken, TODAY)),
    ).toEqual([]);
  });

  test("nights before the earliest arrival are not listed, and a gap begins at the earliest arrival", () => {
    const taken = new Set(["2027-06-05", "2027-06-15"].map(toLocalDate));
    const found = (smallestGap: number | null, minimumNights: number) => {
      const document = prices({ smallestGap }, { minimumNights });
      return unsellableNights(createSellingCalendar(document, taken, TODAY, toLocalDate("2027-06-03")));
    };
    expect(found(2, 3)).toEqual([]);
    expect(found(null, 3)).toEqual([
      {
        from: "2027-06-03",
        until: "2027-06-04",
        nights: 2,
        refusal: { rule: "minimum", nights: 3, from: null },
        curedByGapsFrom: 2,
      },
    ]);
    expect(found(10, 12).map(({ from }) => from)).toEqual(["2027-06-03", "2027-06-06"]);
    expect(found(9, 12).map(({ from }) => from)).toEqual(["2027-06-03"]);
  });
});

describe("importing a file of nightly prices", () => {
  test("an exported file can be imported again without changing anything", () => {
    const document = prices({ seasons: [season("High", "07-01", "08-31", { priceCents: 18_050, minimumNights: 3 })] });
    const file = nightsToCsv(document, TODAY, toLocalDate("2027-09-10"));
    expect(file).toContain("2027-06-30,150,1\r\n2027-07-01,180.50,3\r\n");
    expect(importNights(document, file)).toEqual({ ok: true, document, nights: 101 });
  });

  test("importing an unedited export changes no special dates, and edited nights keep their name and changeover days", () => {
    const festival = special("Festival", "2027-07-01", "2027-07-10", {
      priceCents: 30_000,
      minimumNights: 4,
      changeoverDays: [5],
    });
    const document = prices({ specialDates: [festival] }, { weekendPriceCents: 18_000 });
    const file = nightsToCsv(document, TODAY, toLocalDate("2027-09-10"));
    expect(importNights(document, file)).toEqual({ ok: true, document, nights: 101 });
    const changed = importNights(document, "2027-07-04,320,4\n2027-07-05,150,1\n");
    if (!changed.ok) throw new Error(changed.message);
    const kept = { name: "Festival", changeoverDays: [5] };
    expect(changed.document.specialDates).toEqual([
      { ...festival, lastNight: "2027-07-03" },
      { ...festival, firstNight: "2027-07-04", lastNight: "2027-07-04", priceCents: 32_000 },
      { ...NO_TERMS, ...kept, firstNight: "2027-07-05", lastNight: "2027-07-05" },
      { ...festival, firstNight: "2027-07-06" },
    ]);
  });

  test("a row without a minimum leaves the minimum stay of its night as it is, whatever its price", () => {
    const festival = special("Festival", "2027-07-01", "2027-07-02", { priceCents: 30_000, minimumNights: 4 });
    const found = importNights(prices({ specialDates: [festival] }), "2027-07-01,150\n2027-07-02,320,\n");
    if (!found.ok) throw new Error(found.message);
    expect(found.document.specialDates).toEqual([
      { ...festival, lastNight: "2027-07-01", priceCents: null },
      { ...festival, firstNight: "2027-07-02", priceCents: 32_000 },
    ]);
  });

  test.each([
    ["date;price;minimum\n2027-07-01;149,50;3\n", 14_950, 3],
    ["Date\tPrice\tMin\n2027-07-01\t149,5\t\n", 14_950, 1],
    ['2027-07-01,"1,200.50",3\n', 120_050, 3],
    ["2027-07-01;1,200;3\n", 120_000, 3],
    // Excel's "CSV (Macintosh)" format.
    ["date,price,minimum\r2027-07-01,149.5,3\r", 14_950, 3],
  ])("%j is parsed as written", (file, priceCents, minimumNights) => {
    const found = importNights(DEFAULT_PRICES, file);
    if (!found.ok) throw new Error(found.message);
    expect(nightOf(found.document, toLocalDate("2027-07-01"))).toMatchObject({ priceCents, minimumNights });
  });

  test("in a currency with three decimals, a price with a decimal comma is not read as thousands", () => {
    const dinars = prices({ currency: "KWD" });
    const priceIn = (file: string) => {
      const found = importNights(dinars, file);
      return found.ok ? nightOf(found.document, toLocalDate("2027-07-01")).priceCents : found.message;
    };
    for (const price of ["149,5", "149,50", "149,500"]) expect(priceIn(`2027-07-01;${price};3`)).toBe(149_500);
    expect(priceIn('2027-07-01,"1,200",3')).toBe(1_200_000);
    // If tabs separate the cells, the comma in a price may be a decimal mark or a thousands separator.
    expect(priceIn("2027-07-01\t149,500\t3")).toContain("Line 1 should be");
  });

  test.each(["date,price\n2027-07-01,149,10\n", "2027-07-01,149,05\n", "date,price,minimum\n2027-07-01,149,50,3\n"])(
    "%j is refused: the comma may be a decimal mark",
    (file) => {
      expect(importNights(DEFAULT_PRICES, file)).toMatchObject({ ok: false });
    },
  );

  test("imported nights that differ become special dates; existing special dates keep the nights that are not in the file", () => {
    const document = prices({
      specialDates: [special("Festival", "2027-07-01", "2027-07-10", { priceCents: 30_000 })],
    });
    const found = importNights(document, "date;price;minimum\n2027-07-04;200;2\n2027-07-05;200;2\n2027-07-06;210;\n");
    if (!found.ok) throw new Error(found.message);
    expect(documentProblems(found.document, TODAY)).toEqual([]);
    const of = (date: string) => nightOf(found.document, toLocalDate(date));
    expect(of("2027-07-03").priceCents).toBe(30_000);
    expect(of("2027-07-04")).toMatchObject({ priceCents: 20_000, minimumNights: 2 });
    expect(of("2027-07-06")).toMatchObject({ priceCents: 21_000, minimumNights: 1 });
    expect(of("2027-07-10").priceCents).toBe(30_000);
  });

  test.each([
    ["2027-07-01,abc,2", "Line 1 should be a date, a price and a minimum, such as 2027-07-01,180,3"],
    ["date,price\n2027-02-30,100", "Line 2 should be a date, a price and a minimum, such as 2027-07-01,180,3"],
    // Excel writes dates like this when it saves a file that was exported with ISO dates.
    ...["7/1/2027,180,3", "01.07.2027;180;3", "1-Jul-27,180,3", "2027/07/01,180,3", "2027-7-1,180,3"].map((row) => [
      row,
      "Line 1: dates must be written like 2027-07-01. In a spreadsheet, give the column the format yyyy-mm-dd before you save the file.",
    ]),
    ["2027-07-01,100\n2027-07-01,110", "Line 2: 2027-07-01 is in the file twice"],
    ["2027-07-01,149,50,3", "Line 1 should be a date, a price and a minimum, such as 2027-07-01,180,3"],
    ["date,minimum,price\n2027-07-01,3,180", "The columns must be date, price and minimum, in this order"],
    ["date,price,minimum\n", "The file has no prices. Each line is a date, a price and a minimum."],
  ])("%j is refused with a message", (file, message) => {
    expect(importNights(DEFAULT_PRICES, file)).toEqual({ ok: false, message });
  });

  test("a file in which thousands of nights differ is refused at once", () => {
    const day = toLocalDate("2027-07-01");
    const file = Array.from({ length: 4000 }, (_, n) => `${addDays(day, n)},${200 + (n % 2)}\n`).join("");
    const message = expect.stringContaining("they need 4000 special dates, and the limit is 120.");
    expect(importNights(DEFAULT_PRICES, file)).toEqual({ ok: false, message });
    // The file resets every second night of long special dates to the usual price.
    const long = special("Long", day, addDays(day, 3999), { priceCents: 30_000 });
    const reset = Array.from({ length: 2000 }, (_, n) => `${addDays(day, 2 * n)},150,\n`).join("");
    const parts = expect.stringContaining("they need 2000 special dates");
    expect(importNights(prices({ specialDates: [long] }), reset)).toEqual({ ok: false, message: parts });
  }, 3000);
});
