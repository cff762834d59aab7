import fc from "fast-check";
import { addDays, type LocalDate, toLocalDate } from "#domain/calendar/local-date.ts";
import type { Stay } from "#domain/booking/stay.ts";
import type { Weekday } from "#domain/calendar/month.ts";
import {
  DEFAULT_PRICES,
  EVERY_WEEKDAY,
  type MonthDay,
  type NightTerms,
  type PriceDocument,
  type PromoCode,
  type Season,
  type SpecialDates,
  type Tax,
} from "#domain/pricing/price-document.ts";

/** The current day in all random quotes: a Sunday in winter, so that stays soon cross New Year and later a leap day. */
export const TODAY = toLocalDate("2027-12-19");

const cents = fc.integer({ min: 0, max: 60_000 });
const percent = fc.integer({ min: 0, max: 10_000 });
const weekdays = fc.subarray([...EVERY_WEEKDAY], { minLength: 1 });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 2 });

const terms = (longest: number): fc.Arbitrary<NightTerms> =>
  fc.record({
    priceCents: orNull(cents),
    weekendPriceCents: orNull(cents),
    minimumNights: orNull(fc.integer({ min: 1, max: Math.min(7, longest) })),
    changeoverDays: orNull(weekdays),
  });

/** Sorted cut points give spans that cannot overlap. */
const spans = (last: number): fc.Arbitrary<[number, number][]> =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: last }), { maxLength: 6 })
    .map((points) => points.toSorted((a, b) => a - b))
    .map((points) =>
      points.flatMap((point, place) => {
        const next = points[place + 1];
        return place % 2 === 0 && next !== undefined ? [[point, next] satisfies [number, number]] : [];
      }),
    );

/** Seasons as spans in a year that starts on 1 October, so that some of them cross New Year. */
const seasons = (longest: number): fc.Arbitrary<Season[]> =>
  fc.tuple(spans(365), fc.array(terms(longest), { minLength: 3, maxLength: 3 })).map(([found, all]) =>
    found.map(([from, to], place) => ({
      name: `Season ${place}`,
      from: monthDay(from),
      to: monthDay(to),
      ...(all[place] ?? NO_TERMS),
    })),
  );

function monthDay(index: number): MonthDay {
  // The year from 2023-10-01 includes 29 February.
  const text = addDays(toLocalDate("2023-10-01"), index).slice(5) as MonthDay; // the MM-DD part of a LocalDate
  return text === "02-28" ? "02-29" : text;
}

const NO_TERMS: NightTerms = { priceCents: null, weekendPriceCents: null, minimumNights: null, changeoverDays: null };

const specialDates = (longest: number, windowDays: number): fc.Arbitrary<SpecialDates[]> =>
  fc.tuple(spans(windowDays), fc.array(terms(longest), { minLength: 3, maxLength: 3 })).map(([found, all]) =>
    found.map(([from, to], place) => ({
      name: `Special ${place}`,
      firstNight: addDays(TODAY, from),
      lastNight: addDays(TODAY, to),
      ...(all[place] ?? NO_TERMS),
    })),
  );

const tax: fc.Arbitrary<Tax> = fc
  .tuple(
    fc.constantFrom("VAT", "City tax", "Tourism levy"),
    fc.boolean(),
    fc.oneof(
      fc.record({ per: fc.constant("price" as const), percent: fc.integer({ min: 0, max: 4000 }) }),
      fc.record({
        per: fc.constantFrom("guest-night" as const, "stay" as const),
        amountCents: fc.integer({ min: 0, max: 2000 }),
      }),
    ),
  )
  .map(([name, included, rest]) => ({ name, included, ...rest }));

const leadTime = fc.record({ days: fc.integer({ min: 0, max: 60 }), percent });

export function randomDocument({ windowDays = 60, longest = 14 } = {}): fc.Arbitrary<PriceDocument> {
  return fc
    .record({
      everyNight: fc.record({
        priceCents: fc.integer({ min: 1, max: 60_000 }),
        weekendPriceCents: orNull(cents),
        weekendNights: fc.subarray([...EVERY_WEEKDAY]),
        minimumNights: fc.integer({ min: 1, max: Math.min(7, longest) }),
        changeoverDays: fc.oneof(fc.constant<Weekday[]>([...EVERY_WEEKDAY]), weekdays),
      }),
      seasons: seasons(longest),
      specialDates: specialDates(longest, windowDays),
      longerStays: fc.uniqueArray(fc.record({ nights: fc.integer({ min: 2, max: longest }), percent }), {
        maxLength: 4,
        selector: (tier) => tier.nights,
      }),
      lastMinute: orNull(leadTime),
      earlyBird: orNull(leadTime),
      guests: fc.record({ sleeps: fc.constant(6), included: fc.integer({ min: 1, max: 6 }), extraCents: cents }),
      cleaningCents: fc.integer({ min: 0, max: 20_000 }),
      taxes: fc.array(tax, { maxLength: 3 }),
      smallestGap: orNull(fc.integer({ min: 1, max: 5 })),
      cancellation: fc
        .uniqueArray(fc.integer({ min: 0, max: 720 }), { minLength: 1, maxLength: 3 })
        .map((hours) =>
          hours
            .toSorted((a, b) => b - a)
            .map((fromHoursBefore, place) =>
              place % 2 === 0 ? { fromHoursBefore, nights: place + 1 } : { fromHoursBefore, percent: 5000 },
            ),
        ),
    })
    .map((rest) => ({ ...DEFAULT_PRICES, ...rest, longestStay: longest, windowDays }));
}

/** Taken nights as bookings would leave them: a few runs of consecutive nights. */
export function randomTaken(windowDays = 60): fc.Arbitrary<Set<LocalDate>> {
  const run = fc.tuple(fc.integer({ min: -2, max: windowDays + 2 }), fc.integer({ min: 1, max: 6 }));
  return fc
    .array(run, { maxLength: 9 })
    .map(
      (runs) =>
        new Set(
          runs.flatMap(([from, length]) => Array.from({ length }, (_unused, night) => addDays(TODAY, from + night))),
        ),
    );
}

export function randomStay(windowDays = 60, longest = 14): fc.Arbitrary<Stay> {
  return fc
    .tuple(fc.integer({ min: 0, max: windowDays - 1 }), fc.integer({ min: 1, max: longest }))
    .map(([arrival, nights]) => ({ checkIn: addDays(TODAY, arrival), checkOut: addDays(TODAY, arrival + nights) }));
}

export const randomCode: fc.Arbitrary<PromoCode> = fc
  .oneof(fc.record({ percent }), fc.record({ amountCents: fc.integer({ min: 1, max: 300_000 }) }))
  .map((discount) => ({
    code: "WELCOME",
    discount,
    arrivalFrom: null,
    arrivalUntil: null,
    bookUntil: null,
    minimumNights: null,
    maximumUses: null,
  }));

export const randomGuests = fc.integer({ min: 1, max: 6 });
