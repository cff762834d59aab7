import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What a page of docs/ may name as evidence, and whether it is there. */

type Result = { id: string; met: boolean; planted?: { seen: boolean } };
const results: Result[] = JSON.parse(readFileSync("proof/results.json", "utf8"));
const held = new Set(
  results.filter(({ met, planted }) => met && (planted?.seen ?? true)).flatMap(({ id }) => id.split("/")),
);
const fails = new Set(
  results.filter(({ met, planted }) => !met || planted?.seen === false).flatMap(({ id }) => id.split("/")),
);
const decisions = globSync("docs/decisions/0*.md").map((file) => Number(/(\d{4})-/.exec(file)?.[1]));

/** `server/…`, `domain/…` and `web/…` lie in src. */
export const pathOf = (named: string) => (/^(?:server|domain|web)\//.test(named) ? join("src", named) : named);

/** The titles of tests and groups in a file, also of tables: `test.each(…)("title"`. */
export function titlesIn(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const begin =
    /(?:\b(?:test|describe)(?:\.\w+)*(?:\((?:[^()"'`]|\([^()]*\))*\))?|^\s*\][^"'`\n]*|\)\s*)\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/gm;
  return [...text.matchAll(begin)].map(([, , title = ""]) => title);
}

export function hasTitle(named: string, piece: string): boolean {
  const file = pathOf(named);
  return existsSync(file) && titlesIn(file).some((title) => title.includes(piece));
}

/** A proof that ran and held, by its id in docs/proof.md. */
export const isProven = (id: string) => held.has(id) && !fails.has(id);

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function hasSection(file: string, anchor: string): boolean {
  const path = join("docs", file);
  if (!existsSync(path) || dirname(path) !== "docs") return false;
  return [...readFileSync(path, "utf8").matchAll(/^#+ (.+)$/gm)].some(
    ([, heading = ""]) => anchorOf(heading) === anchor,
  );
}

/** What of the evidence is not there, in words. */
export function evidenceFaults(evidence: string): string[] {
  const tests = [...evidence.matchAll(/`([\w/.-]+\.(?:test\.tsx?|e2e\.ts))`(?:: ([^;|]+))?/g)];
  const words = tests.reduce((text, [all]) => text.replace(all, ""), evidence);
  return [
    ...tests.flatMap(([, file = "", piece = ""]) =>
      piece && hasTitle(file, piece.trim()) ? [] : [`${file} has no test "${piece}"`],
    ),
    ...[...words.matchAll(/\b([RSPG]\d\d)\b|`(TLS)`/g)].flatMap(([, id, own]) =>
      isProven(id ?? own ?? "") || isNamedInTest(id ?? "") ? [] : [`${id ?? own} is not proven`],
    ),
    ...[...words.matchAll(/\bdecision (\d+)/g)].flatMap(([, number]) =>
      decisions.includes(Number(number)) ? [] : [`there is no decision ${number}`],
    ),
    ...[...words.matchAll(/\]\(([\w.-]+\.md)#([\w-]+)\)/g)].flatMap(([, file = "", anchor = ""]) =>
      hasSection(file, anchor) ? [] : [`${file} has no section ${anchor}`],
    ),
    ...[...words.matchAll(/`((?:deploy\/[\w.-]+|compose\.yaml|\.dockerignore|test\/[\w.-]+))`/g)].flatMap(
      ([, file = ""]) => (existsSync(file) ? [] : [`${file} is gone`]),
    ),
  ];
}

const named = new Set(
  globSync(["src/**/*.test.ts", "test/**/*.test.ts", "e2e/**/*.e2e.ts"]).flatMap((file) =>
    titlesIn(file).flatMap((title) => [...title.matchAll(/\b[RSPG]\d\d\b/g)].map(([id]) => id)),
  ),
);
/** Whether the title of a test begins with the check's id. */
export const isNamedInTest = (id: string) => named.has(id);
