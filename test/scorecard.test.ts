import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evidenceFaults, isProven } from "./evidence.ts";

/** Checks that docs/scorecard.md and docs/review.md name evidence for every row, and that the evidence exists. */

const series = (letter: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`);
const CHECKS = [...series("R", 25), ...series("S", 28), ...series("P", 2), ...series("G", 3)];

const page = readFileSync("docs/scorecard.md", "utf8");
const rows = [...page.matchAll(/^\| ([RSPG]\d\d) \| .+? \| (.+) \|$/gm)].map(([, id = "", where = ""]) => ({
  id,
  where,
}));

/** Evidence is a passed proof with the check's id, an existing benchmark, or a test named by file and title. */
function faults({ id, where }: { id: string; where: string }): string[] {
  const long = [...where.matchAll(/`((?:proof|bench)\/[\w-]+\.(?:proof|bench)\.ts)`/g)].map(([, file = ""]) => file);
  const tests = where.match(/`[\w/.-]+\.test\.ts`: /g) ?? [];
  return [
    ...(long.length + tests.length > 0 ? [] : [`${id} has no evidence`]),
    ...long.flatMap((file) => {
      if (!existsSync(file)) return [`${id}: ${file} does not exist`];
      if (file.startsWith("bench/")) return [];
      return isProven(id) && readFileSync(file, "utf8").includes(id)
        ? []
        : [`${id}: ${file} has no passed proof of it`];
    }),
    ...evidenceFaults(where).map((fault) => `${id}: ${fault}`),
  ];
}

test("the scorecard lists every check once, with evidence that exists", () => {
  expect(CHECKS).toHaveLength(58);
  expect(rows.map(({ id }) => id)).toEqual(CHECKS);
  expect(rows.flatMap(faults)).toEqual([]);
});

test("for every finding in the review, the evidence named exists", () => {
  const review = readFileSync("docs/review.md", "utf8");
  const findings = [...review.matchAll(/^\| (\d+[abc]?|L\d+) \| .+? \| (.+) \|$/gm)].map(([, id = "", where = ""]) => ({
    id,
    where,
  }));
  const numbers = Array.from({ length: 35 }, (_, index) => String(index + 1));
  const named = findings.filter(({ id }) => !id.startsWith("L"));
  expect(named.map(({ id }) => id)).toEqual(["0a", "0b", "0c", ...numbers]);
  const missing = ({ id, where }: (typeof findings)[number]) => evidenceFaults(where).map((fault) => `${id}: ${fault}`);
  expect(findings.filter(({ where }) => !/`[\w/.-]+\.(?:test|e2e)\.tsx?`: |\b[RSPG]\d\d\b/.test(where))).toEqual([]);
  expect(findings.flatMap(missing)).toEqual([]);
  expect(missing({ id: "1", where: "`server/booking/admission.test.ts`: no such title" })).toHaveLength(1);
});

test("missing evidence is detected", () => {
  expect(faults({ id: "R01", where: "`proof/gone.proof.ts`" })).toEqual(["R01: proof/gone.proof.ts does not exist"]);
  expect(faults({ id: "R05", where: "`proof/csv.proof.ts`" })).toHaveLength(1);
  expect(faults({ id: "R05", where: "somewhere" })).toEqual(["R05 has no evidence"]);
  expect(faults({ id: "R05", where: "`domain/booking/stay.test.ts`: R05: no such title" })).toHaveLength(1);
});
