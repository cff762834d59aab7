import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Only this folder may multiply the price of a night, because a price calculated elsewhere could follow different
 * rules.
 */
const MAY: readonly string[] = ["src/domain/pricing/"];

const AMOUNT = String.raw`[\w.]*(?:rate|price|unit|night)\w*Cents|\b(?:nightly)?rate`;
const MULTIPLIED = new RegExp(
  String.raw`(?:\b(?:${AMOUNT})\b(?:\s*\))?\s*\*(?!\*)[^/])|(?:[^*/]\*\s*\(?(?:${AMOUNT})\b)`,
  "i",
);

/** Comments are not checked. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
}

test("only the pricing folder multiplies the price of a night", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: process.cwd() }).filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file) && !MAY.some((place) => file.startsWith(place)),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => MULTIPLIED.test(codeOf(readFileSync(file, "utf8"))));
  expect(found).toEqual([]);
});

test.each([
  "const total = nights * rateCents;",
  "const total = terms.rateCents * nightCount(stay);",
  "line.quantity * line.unitCents",
  "oneNightCents * 2",
  "const shown = nights * rate;",
])("the check finds %s", (code) => {
  expect(MULTIPLIED.test(codeOf(code))).toBe(true);
});
