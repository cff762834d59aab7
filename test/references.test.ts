import { existsSync, globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";

/**
 * Checks that every document, section of the specification, calendar sync requirement, check of the scorecard and
 * decision named in code, tests and documents exists.
 */

const files = globSync(
  ["{src,test,e2e,proof,bench}/**/*.{ts,tsx}", "scripts/*.mjs", "docs/**/*.md", "*.md"],
  // The tests of the documents deliberately contain references that do not exist.
  { exclude: ["test/**", "CHANGELOG.md"] },
);
const sectionsOf = (file: string, heading: RegExp) =>
  new Set([...readFileSync(file, "utf8").matchAll(heading)].map(([, id]) => id));

const sections = sectionsOf("docs/specification.md", /^## (\d)\. /gm);
const statements = sectionsOf("docs/calendar-sync.md", /^- \*\*(S-\d\d)\*\* /gm);
const checks = sectionsOf("docs/scorecard.md", /^\| ([RSPG]\d\d) \| /gm);
const decisions = new Set(globSync("docs/decisions/0*.md").map((file) => Number(basename(file).slice(0, 4))));
const documents = new Set(globSync(["*.md", "docs/**/*.md"]).map((file) => basename(file)));

/** The references in `text` that do not exist. */
function unresolved(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([all, section, statement, check, decision, document]) => {
    const exists =
      (section && sections.has(section)) ||
      (statement && statements.has(statement)) ||
      (check && checks.has(check)) ||
      (decision && decisions.has(Number(decision))) ||
      (document && (documents.has(basename(document)) || existsSync(document)));
    return exists ? [] : [all];
  });
}

const NAMED =
  /\bSPEC (\d+)|\b(S-\d\d)\b(?!\d)|(?<![\w#/-])([RSPG]\d\d)(?=[:,;)\s/]|$)|\bdecision (\d+)|(?<![\w*{}$])((?:[\w-]+\/)*[\w-]+\.md)\b/gm;

test("every reference exists", () => {
  expect(files.length).toBeGreaterThan(800);
  const faults = files.flatMap((file) => unresolved(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`));
  expect(faults).toEqual([]);
});

test("a broken reference is detected", () => {
  const wrong = "SPEC 12, S-99, R77: decision 99, see gone.md";
  expect(unresolved(wrong)).toEqual(["SPEC 12", "S-99", "R77", "decision 99", "gone.md"]);
  expect(unresolved("SPEC 5, S-33, R01: decision 2, see docs/operations.md")).toEqual([]);
});
