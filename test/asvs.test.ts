import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evidenceFaults } from "./evidence.ts";

/**
 * Checks docs/asvs.md against OWASP ASVS 5.0.0. Each digit in LEVELS is the level of one requirement, in order: the
 * first digit of "1.2" is the level of 1.2.1.
 */
const LEVELS: Record<string, string> = {
  "1.1": "22",
  "1.2": "1111122223",
  "1.3": "112222222223",
  "1.4": "222",
  "1.5": "123",
  "2.1": "122",
  "2.2": "112",
  "2.3": "12223",
  "2.4": "23",
  "3.1": "3",
  "3.2": "113",
  "3.3": "12223",
  "3.4": "11222233",
  "3.5": "11122333",
  "3.6": "3",
  "3.7": "22333",
  "4.1": "12233",
  "4.2": "23333",
  "4.3": "22",
  "4.4": "1222",
  "5.1": "2",
  "5.2": "112333",
  "5.3": "113",
  "5.4": "222",
  "6.1": "122",
  "6.2": "111111112222",
  "6.3": "11223333",
  "6.4": "112233",
  "6.5": "22222333",
  "6.6": "2223",
  "6.7": "33",
  "6.8": "2222",
  "7.1": "222",
  "7.2": "1111",
  "7.3": "22",
  "7.4": "11222",
  "7.5": "223",
  "7.6": "22",
  "8.1": "1233",
  "8.2": "1123",
  "8.3": "133",
  "8.4": "23",
  "9.1": "111",
  "9.2": "1222",
  "10.1": "22",
  "10.2": "223",
  "10.3": "22223",
  "10.4": "1111122222233333",
  "10.5": "22222",
  "10.6": "22",
  "10.7": "222",
  "11.1": "2233",
  "11.2": "22233",
  "11.3": "11233",
  "11.4": "1222",
  "11.5": "23",
  "11.6": "23",
  "11.7": "33",
  "12.1": "12233",
  "12.2": "11",
  "12.3": "22223",
  "13.1": "2333",
  "13.2": "222223",
  "13.3": "2233",
  "13.4": "1222233",
  "14.1": "22",
  "14.2": "12223333",
  "14.3": "122",
  "15.1": "12233",
  "15.2": "12233",
  "15.3": "1222222",
  "15.4": "3333",
  "16.1": "2",
  "16.2": "22222",
  "16.3": "2222",
  "16.4": "222",
  "16.5": "2223",
  "17.1": "23",
  "17.2": "22223333",
  "17.3": "22",
};
const levels = new Map(
  Object.entries(LEVELS).flatMap(([section, digits]) =>
    [...digits].map((digit, index): [string, number] => [`${section}.${index + 1}`, Number(digit)]),
  ),
);
const RESULTS = ["met", "documented", "untested", "**not met**", "not applicable"];

const page = readFileSync("docs/asvs.md", "utf8");
type Row = { id: string; level: number; result: string; evidence: string };

const rows: Row[] = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| .+? \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = "", level, result = "", evidence = ""]) => ({ id, level: Number(level), result, evidence }),
);

/** Expands "9.1.1 to 9.2.4" to all requirements of levels 1 and 2 from the first to the last. */
const outside: Row[] = [
  ...page.matchAll(/^- (\d[\d.]+) to (\d[\d.]+) \((\d+) of level 1, (\d+) of level 2\)/gm),
].flatMap(([, first = "", last = "", ones, twos]) => {
  const ids = [...levels.keys()];
  const span = ids.slice(ids.indexOf(first), ids.indexOf(last) + 1).filter((id) => (levels.get(id) ?? 3) < 3);
  const of = (level: number) => span.filter((id) => levels.get(id) === level).length;
  expect([first, of(1), of(2)]).toEqual([first, Number(ones), Number(twos)]);
  return span.map((id) => ({ id, level: levels.get(id) ?? 0, result: "not applicable", evidence: "none" }));
});

test("the page lists every requirement of levels 1 and 2 once, with its level", () => {
  const expected = [...levels].filter(([, level]) => level < 3).map(([id, level]) => `${id} ${level}`);
  expect([...rows, ...outside].map(({ id, level }) => `${id} ${level}`).toSorted()).toEqual(expected.toSorted());
  expect(expected).toHaveLength(70 + 183);
});

test("every row has a result and evidence", () => {
  const faults = rows.flatMap(({ id, result, evidence }) => {
    if (!RESULTS.includes(result)) return [`${id}: unknown result "${result}"`];
    const isShown = /`(?:server|domain|web|test|e2e)\/[^`]+\.ts`: |\b[RSPG]\d\d\b|`TLS`/.test(evidence);
    if (result === "met" && !isShown) return [`${id} is met but has no evidence`];
    if (result === "documented" && !/\]\([\w-]+\.md#/.test(evidence))
      return [`${id} is documented but links to no section`];
    return evidence.length > 8 ? [] : [`${id} gives no reason`];
  });
  expect(faults).toEqual([]);
});

test("every test, proof, decision and section named on the page exists", () => {
  expect(rows.flatMap(({ id, evidence }) => evidenceFaults(evidence).map((fault) => `${id}: ${fault}`))).toEqual([]);
});

test("the totals at the top match the rows", () => {
  for (const level of [1, 2]) {
    const own = [...rows, ...outside].filter((row) => row.level === level);
    const counts = RESULTS.map((result) => own.filter((row) => row.result === result).length);
    expect(page).toContain(`| level ${level} | ${[...counts, own.length].join(" | ")} |`);
  }
});

test("missing evidence is detected", () => {
  expect(
    evidenceFaults("`server/http/http.test.ts`: limits of nothing at all; S77; decision 99; [x](asvs.md#nowhere)"),
  ).toHaveLength(4);
  expect(evidenceFaults("`server/http/gone.test.ts`: whatever")).toHaveLength(1);
});
