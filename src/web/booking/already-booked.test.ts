import { expect, test } from "vitest";
import { setEnglishTexts } from "../app/all-texts.ts";
import { alreadyBooked } from "./already-booked.ts";

setEnglishTexts();

test.each([
  [["2026-12-05"], "Already booked: the night of Sat, Dec 5, 2026"],
  [["2026-12-05", "2026-12-06", "2026-12-07"], "Already booked: the nights of Sat, Dec 5, 2026 to Mon, Dec 7, 2026"],
  [["2026-12-05", "2026-12-08"], "Already booked: the nights of Sat, Dec 5, 2026 and Tue, Dec 8, 2026"],
] as const)("the message for the booked nights %j", (nights, words) => {
  expect(alreadyBooked(nights)).toBe(words);
});
