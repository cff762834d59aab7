import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evidenceFaults, isProven } from "./evidence.ts";

/** docs/scorecard.md: that each of the checks has a place, and that the place is alive. */

const series = (letter: string, last: number) =>
  Array.from({ length: last }, (_, index) => `${letter}${String(index + 1).padStart(2, "0")}`);
const CHECKS = [...series("R", 25), ...series("S", 28), ...series("P", 2), ...series("G", 3)];

const page = readFileSync("docs/scorecard.md", "utf8");
const rows = [...page.matchAll(/^\| ([RSPG]\d\d) \| .+? \| (.+) \|$/gm)].map(([, id = "", where = ""]) => ({
  id,
  where,
}));

/** A proof of the check's own id, run and held; a benchmark that is there; or a test by file and title. */
function faults({ id, where }: { id: string; where: string }): string[] {
  const long = [...where.matchAll(/`((?:proof|bench)\/[\w-]+\.(?:proof|bench)\.ts)`/g)].map(([, file = ""]) => file);
  const tests = where.match(/`[\w/.-]+\.test\.ts`: /g) ?? [];
  return [
    ...(long.length + tests.length > 0 ? [] : [`${id} stands nowhere`]),
    ...long.flatMap((file) => {
      if (!existsSync(file)) return [`${id}: ${file} is gone`];
      if (file.startsWith("bench/")) return [];
      return isProven(id) && readFileSync(file, "utf8").includes(id) ? [] : [`${id} is not proven by ${file}`];
    }),
    ...evidenceFaults(where).map((fault) => `${id}: ${fault}`),
  ];
}

test("each check of the scorecard has a living place, once", () => {
  expect(CHECKS).toHaveLength(58);
  expect(rows.map(({ id }) => id)).toEqual(CHECKS);
  expect(rows.flatMap(faults)).toEqual([]);
});

test("a place that is gone is seen", () => {
  expect(faults({ id: "R01", where: "`proof/gone.proof.ts`" })).toEqual(["R01: proof/gone.proof.ts is gone"]);
  expect(faults({ id: "R05", where: "`proof/csv.proof.ts`" })).toHaveLength(1);
  expect(faults({ id: "R05", where: "somewhere" })).toEqual(["R05 stands nowhere"]);
  expect(faults({ id: "R05", where: "`domain/booking/stay.test.ts`: R05: no such title" })).toHaveLength(1);
});
