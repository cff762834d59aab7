import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

/**
 * Checks that every document, section of the specification, numbered statement, check of the scorecard, decision, test,
 * proof and benchmark named in code, tests and documents exists.
 */

const files = globSync(
  ["{src,test,e2e,proof,bench}/**/*.{ts,tsx}", "scripts/*.mjs", ".size-limit.mjs", "docs/**/*.md", "*.md"],
  // These tests deliberately contain references that do not exist.
  { exclude: ["test/{references,asvs,scorecard,channel-statements}.test.ts", "CHANGELOG.md"] },
);

/** Where the numbers are defined: at the start of a list item or of a table row. */
const NUMBERED = {
  "docs/calendar-sync.md": /^- \*\*(S-\d\d)\*\* /gm,
  "docs/pricing.md": /^(?:- \*\*(?=PR)|\| )((?:PR|Q)-\d\d)\b/gm,
  "docs/payments.md": /^\| (P-\d\d(?:, P-\d\d)*) \|/gm,
  "docs/languages.md": /^\| (L-\d\d) \|/gm,
  "docs/scorecard.md": /^\| ([RSPG]\d\d) \|/gm,
};
const definitions = Object.entries(NUMBERED).map(([file, pattern]) => [
  ...new Set([...readFileSync(file, "utf8").matchAll(pattern)].flatMap(([, ids = ""]) => ids.split(", "))),
]);
const numbered = new Set(definitions.flat());
const sections = new Set(
  [...readFileSync("docs/specification.md", "utf8").matchAll(/^## (\d)\. /gm)].map(([, n]) => n),
);
const decisions = new Set(globSync("docs/decisions/0*.md").map((file) => Number(basename(file).slice(0, 4))));
const named = globSync(["*.md", "{docs,src,test,e2e,proof,bench}/**/*.{md,ts,tsx}"]).map((file) => `/${file}`);

/** The references in `text` that do not exist. */
function unresolved(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([all, section, id, decision, file]) => {
    const exists =
      (section && sections.has(section)) ||
      (id && numbered.has(id)) ||
      (decision && decisions.has(Number(decision))) ||
      (file && (existsSync(file) || named.some((path) => path.endsWith(`/${file}`))));
    return exists ? [] : [all];
  });
}

/** Numbers have one or two letters, so that UTF-16 is not taken for one. */
const NAMED =
  /\bSPEC (\d+)|(?<![\w#/-])([A-Z]{1,2}-\d\d(?![\d-])\b|[RSPG]\d\d(?=[:,;)\s/]|$))|\bdecision (\d+)|(?<![\w*{}$])((?:[\w.-]+\/)*[\w.-]+\.(?:md|(?:test|e2e|proof|bench)\.tsx?))\b/gm;

test("every reference exists", () => {
  expect(files.length).toBeGreaterThan(800);
  const faults = files.flatMap((file) => unresolved(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`));
  expect(faults).toEqual([]);
});

test("no number is defined in two documents", () => {
  expect(definitions.every((ids) => ids.length > 0)).toBe(true);
  expect(definitions.flat()).toHaveLength(numbered.size);
});

test("a broken reference is detected", () => {
  const wrong = [
    "SPEC 12",
    "S-99",
    "P-99",
    "PR-99",
    "Q-99",
    "L-99",
    "X-01",
    "R77",
    "decision 99",
    "gone.md",
    "gone.test.ts",
  ];
  expect(unresolved(wrong.join(", "))).toEqual(wrong);
  const right = "SPEC 5, S-33, P-25, PR-25, Q-09, L-07, R01: decision 2, see docs/operations.md, booking/race.test.ts";
  expect(unresolved(right)).toEqual([]);
});
