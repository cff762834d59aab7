import { expect, test } from "vitest";
import { formatAgo, formatLength } from "./format-ago.ts";

const MINUTE = 60_000;

test("durations are formatted in their one or two largest units", () => {
  const texts = [0, 40_000, 12 * MINUTE, 160 * MINUTE, 120 * MINUTE, 119.9 * MINUTE, 3 * 1440 * MINUTE].map(
    formatLength,
  );
  expect(texts).toEqual(["0 s", "40 s", "12 min", "2 h 40 min", "2 h", "2 h", "3 days"]);
});

test("times are shown relative to now", () => {
  const now = "2026-11-21T12:00:00.000Z";
  const at = (minutes: number) => new Date(Date.parse(now) + minutes * MINUTE).toISOString();
  expect([-72, -0.5, 0.5, 9].map((minutes) => formatAgo(at(minutes), now))).toEqual([
    "1 h 12 min ago",
    "just now",
    "in a moment",
    "in 9 min",
  ]);
});
