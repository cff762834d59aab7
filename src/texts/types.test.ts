import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { formatsOf } from "./formats.ts";
import type { FrameTexts } from "./en/frame.ts";
import { refusals } from "./de/refusals.ts";
import { frameTexts } from "./de/frame.ts";
import type { Refusals } from "./en/refusals.ts";
import { problemsTexts } from "./de/problems.ts";
import type { ProblemsTexts } from "./en/problems.ts";

test("L-02: the compiler checks every module of every language against the English one", () => {
  const modules = globSync("src/texts/{de,fr,ru,es,zh}/*.ts").map((file) => ({
    file,
    text: readFileSync(file, "utf8"),
  }));
  expect(modules.length).toBeGreaterThan(100);
  for (const { file, text } of modules) {
    const texts = text.match(/^export const \w+ = \{$/gm)?.length ?? 0;
    expect([file, text.match(/^\} satisfies \w+;$/gm)?.length]).toEqual([file, texts]);
    expect([file, / as [A-Z]|@ts-|: any\b/.test(text)]).toEqual([file, false]);
  }
});

/** The compiler runs this test: `tsc` fails if a line below compiles that must not compile. */
test("L-02: a missing string, an extra string or different parameters do not compile", () => {
  const { skip, ...withoutOne } = frameTexts;
  // @ts-expect-error A text is missing.
  withoutOne satisfies FrameTexts;
  // @ts-expect-error There is no such text.
  ({ ...frameTexts, skipp: skip }) satisfies FrameTexts;
  // @ts-expect-error The English text takes no second parameter.
  ({ ...problemsTexts, otherDates: (refusal: string, day: string) => refusal + day }) satisfies ProblemsTexts;
  // @ts-expect-error The parameter is a string.
  ({ ...problemsTexts, otherDates: (nights: number) => formatsOf("de").percent(nights) }) satisfies ProblemsTexts;
  // @ts-expect-error This refusal takes different parameters.
  ({ ...refusals, "other-price": ({ nights }: { nights: number }) => `${nights}` }) satisfies Refusals;
  expect(Object.keys(withoutOne).length).toBeGreaterThan(5);
});
