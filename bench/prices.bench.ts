/** A quote for 30 nights with many seasons, and the unsellable nights of two years, each with a limit in ms. */
import { addDays, toLocalDate } from "#domain/calendar/local-date.ts";
import { evaluateOn } from "#domain/pricing/evaluate-stay.ts";
import { DEFAULT_PRICES, type MonthDay, type PriceDocument } from "#domain/pricing/price-document.ts";
import { createSellingCalendar } from "#domain/pricing/selling-calendar.ts";
import { unsellableNights } from "#domain/pricing/unsellable-nights.ts";
import { report } from "./support/measure.ts";

const TODAY = toLocalDate("2026-11-22");
const QUOTE_MS = 0.2;
const LIST_MS = 10;
const TERMS = { weekendPriceCents: 20_000, minimumNights: 3, changeoverDays: null };
const monthDay = (index: number) => addDays(toLocalDate("2027-01-01"), index).slice(5) as MonthDay; // MM-DD

const document: PriceDocument = {
  ...DEFAULT_PRICES,
  everyNight: { ...DEFAULT_PRICES.everyNight, minimumNights: 3 },
  seasons: Array.from({ length: 20 }, (_unused, place) => ({
    name: `Season ${place}`,
    from: monthDay(place * 18),
    to: monthDay(place * 18 + 14),
    priceCents: 15_000 + place * 100,
    ...TERMS,
  })),
  specialDates: Array.from({ length: 50 }, (_unused, place) => ({
    name: `Special ${place}`,
    firstNight: addDays(TODAY, place * 14),
    lastNight: addDays(TODAY, place * 14 + 3),
    priceCents: 30_000 + place,
    ...TERMS,
  })),
  longerStays: [{ nights: 7, percent: 1000 }],
  smallestGap: 2,
};
const taken = new Set(Array.from({ length: 200 }, (_unused, place) => addDays(TODAY, 40 + place * 3 + (place % 5))));

/** The median of many runs, after a warm-up. */
function medianMs(runs: number, work: (run: number) => unknown): number {
  for (let run = 0; run < runs / 4; run++) work(run);
  const times = Array.from({ length: runs }, (_unused, run) => {
    const begun = performance.now();
    work(run);
    return performance.now() - begun;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

const quoteMs = medianMs(2000, (run) => {
  const checkIn = addDays(TODAY, 650 + (run % 40));
  const stay = { checkIn, checkOut: addDays(checkIn, 30) };
  const evaluation = evaluateOn(createSellingCalendar(document, new Set(), TODAY), { stay, guests: 4 });
  if (!evaluation.ok) throw new Error(`The stay was rejected: ${evaluation.refusal.rule}`);
});
const listMs = medianMs(100, () => unsellableNights(createSellingCalendar(document, taken, TODAY)));

report("quote for 30 nights", { ms: quoteMs, limit: QUOTE_MS }, { ratio: QUOTE_MS / quoteMs, atLeast: 1 });
report("unavailable nights in 730 days", { ms: listMs, limit: LIST_MS }, { ratio: LIST_MS / listMs, atLeast: 1 });
