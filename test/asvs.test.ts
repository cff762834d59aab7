import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { evidenceFaults } from "./evidence.ts";

/**
 * docs/asvs.md against the list itself. The levels of OWASP ASVS 5.0.0, section by section: one digit for each requirement,
 * in their order ("1.2": the first is 1.2.1).
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
const HOST_OVERRIDES = ["holds", "written", "untested", "**does not hold**", "does not apply"];

const page = readFileSync("docs/asvs.md", "utf8");
type Row = { id: string; level: number; verdict: string; evidence: string };

const rows: Row[] = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| .+? \| (.+?) \| (.+) \|$/gm)].map(
  ([, id = "", level, verdict = "", evidence = ""]) => ({ id, level: Number(level), verdict, evidence }),
);

/** "9.1.1 to 9.2.4" is all between the two, in the list's own order. */
const outside: Row[] = [
  ...page.matchAll(/^- (\d[\d.]+) to (\d[\d.]+) \((\d+) of level 1, (\d+) of level 2\)/gm),
].flatMap(([, first = "", last = "", ones, twos]) => {
  const ids = [...levels.keys()];
  const span = ids.slice(ids.indexOf(first), ids.indexOf(last) + 1).filter((id) => (levels.get(id) ?? 3) < 3);
  const of = (level: number) => span.filter((id) => levels.get(id) === level).length;
  expect([first, of(1), of(2)]).toEqual([first, Number(ones), Number(twos)]);
  return span.map((id) => ({ id, level: levels.get(id) ?? 0, verdict: "does not apply", evidence: "none" }));
});

test("every requirement of levels 1 and 2 is on the page, once and with its level", () => {
  const wanted = [...levels].filter(([, level]) => level < 3).map(([id, level]) => `${id} ${level}`);
  expect([...rows, ...outside].map(({ id, level }) => `${id} ${level}`).toSorted()).toEqual(wanted.toSorted());
  expect(wanted).toHaveLength(70 + 183);
});

test("every row has a verdict and what it stands on", () => {
  const faults = rows.flatMap(({ id, verdict, evidence }) => {
    if (!HOST_OVERRIDES.includes(verdict)) return [`${id}: "${verdict}" is no verdict`];
    const isShown = /`(?:server|domain|web|test|e2e)\/[^`]+\.ts`: |\b[RSPG]\d\d\b|`TLS`/.test(evidence);
    if (verdict === "holds" && !isShown) return [`${id} holds, and nothing shows it`];
    if (verdict === "written" && !/\]\([\w-]+\.md#/.test(evidence))
      return [`${id} is written down, and nobody knows where`];
    return evidence.length > 8 ? [] : [`${id} says nothing`];
  });
  expect(faults).toEqual([]);
});

test("every test, proof, decision and section that the page names is there", () => {
  expect(rows.flatMap(({ id, evidence }) => evidenceFaults(evidence).map((fault) => `${id}: ${fault}`))).toEqual([]);
});

test("the sums at the head are those of the rows", () => {
  for (const level of [1, 2]) {
    const own = [...rows, ...outside].filter((row) => row.level === level);
    const counts = HOST_OVERRIDES.map((verdict) => own.filter((row) => row.verdict === verdict).length);
    expect(page).toContain(`| level ${level} | ${[...counts, own.length].join(" | ")} |`);
  }
});

test("evidence that is gone is seen", () => {
  expect(
    evidenceFaults("`server/http/http.test.ts`: limits of nothing at all; S77; decision 99; [x](asvs.md#nowhere)"),
  ).toHaveLength(4);
  expect(evidenceFaults("`server/http/gone.test.ts`: whatever")).toHaveLength(1);
});
