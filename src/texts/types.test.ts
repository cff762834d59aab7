import { expect, test } from "vitest";
import { formatsOf } from "./formats.ts";
import type { FrameTexts } from "./en/frame.ts";
import { refusals } from "./de/refusals.ts";
import { frameTexts } from "./de/frame.ts";
import type { Refusals } from "./en/refusals.ts";
import { problemsTexts } from "./de/problems.ts";
import type { ProblemsTexts } from "./en/problems.ts";

/** The compiler is the test: `tsc` fails where a line below compiles that must not. */
test("L-02: a text that is missing, one too many or one with other parameters does not compile", () => {
  const { skip, ...withoutOne } = frameTexts;
  // @ts-expect-error A text is missing.
  withoutOne satisfies FrameTexts;
  // @ts-expect-error There is no such text.
  ({ ...frameTexts, skipp: skip }) satisfies FrameTexts;
  // @ts-expect-error The English has no second parameter.
  ({ ...problemsTexts, otherDates: (refusal: string, day: string) => refusal + day }) satisfies ProblemsTexts;
  // @ts-expect-error The parameter is a text.
  ({ ...problemsTexts, otherDates: (nights: number) => formatsOf("de").percent(nights) }) satisfies ProblemsTexts;
  // @ts-expect-error A refusal has parameters of its own.
  ({ ...refusals, "other-price": ({ nights }: { nights: number }) => `${nights}` }) satisfies Refusals;
  expect(Object.keys(withoutOne).length).toBeGreaterThan(10);
});
