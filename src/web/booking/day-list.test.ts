import { expect, test } from "vitest";
import { speakEnglish } from "../app/all-texts.ts";
import { dayList } from "./day-list.ts";

speakEnglish();

test.each([
  [["2026-12-05"], "the night of Sat, Dec 5, 2026"],
  [["2026-12-05", "2026-12-06", "2026-12-07"], "the nights of Sat, Dec 5, 2026 to Mon, Dec 7, 2026"],
  [["2026-12-05", "2026-12-08"], "the nights of Sat, Dec 5, 2026 and Tue, Dec 8, 2026"],
] as const)("%j", (nights, words) => {
  expect(dayList(nights)).toBe(words);
});
