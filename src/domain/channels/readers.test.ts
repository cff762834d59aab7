import { expect, test } from "vitest";
import { isQuiet, seemsPublic, usualGapMs } from "./readers.ts";

const HOUR = 3_600_000;
const NOW = new Date("2026-11-21T12:00:00Z");
const ago = (hours: number) => ({ at: new Date(NOW.getTime() - hours * HOUR) });

test("S-70: the usual interval is the median interval between the last 20 reads; two reads are not enough", () => {
  expect(usualGapMs([ago(0), ago(2)])).toBeNull();
  expect(usualGapMs([ago(0), ago(2), ago(5)])).toBe(2.5 * HOUR);
  expect(usualGapMs([ago(0), ago(2), ago(4), ago(100)])).toBe(2 * HOUR);
  const regular = Array.from({ length: 20 }, (_, i) => ago(i * 3));
  expect(usualGapMs([...regular, ago(900), ago(2000)])).toBe(3 * HOUR);
});

test("S-70: a reader counts as quiet after one day or four times its usual interval, whichever is longer", () => {
  expect(isQuiet(ago(23).at, 2 * HOUR, NOW)).toBe(false);
  expect(isQuiet(ago(25).at, 2 * HOUR, NOW)).toBe(true);
  expect(isQuiet(ago(39).at, 10 * HOUR, NOW)).toBe(false);
  expect(isQuiet(ago(41).at, 10 * HOUR, NOW)).toBe(true);
});

test("S-72: reads by unknown clients from many networks suggest a public link; reads by the channel do not", () => {
  const read = (userAgent: string, network: number) => ({ ...ago(1), userAgent, network: `10.0.${network}.0/24` });
  const strangers = [1, 2, 3, 4, 5].map((network) => read("Mozilla/5.0", network));
  const usual = Array.from({ length: 8 }, (_, i) => read("Java/17", i));
  const named = Array.from({ length: 9 }, (_, i) => read(`Airbnb/${i}`, i));
  expect(seemsPublic([...usual, ...named], /airbnb/i)).toBe(false);
  expect(seemsPublic([...usual, ...strangers.slice(1)], /airbnb/i)).toBe(false);
  expect(seemsPublic([...usual, ...strangers], /airbnb/i)).toBe(true);
});
