import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Looks up the evidence that pages in docs/ refer to. */

type Result = { id: string; met: boolean; negativeControl?: { detected: boolean } };
const results: Result[] = JSON.parse(readFileSync("proof/results.json", "utf8"));
const passed = new Set(
  results
    .filter(({ met, negativeControl }) => met && (negativeControl?.detected ?? true))
    .flatMap(({ id }) => id.split("/")),
);
const failed = new Set(
  results
    .filter(({ met, negativeControl }) => !met || negativeControl?.detected === false)
    .flatMap(({ id }) => id.split("/")),
);
const decisions = globSync("docs/decisions/0*.md").map((file) => Number(/(\d{4})-/.exec(file)?.[1]));

/** The paths `server/…`, `domain/…` and `web/…` are relative to src. */
export const pathOf = (named: string) => (/^(?:server|domain|web)\//.test(named) ? join("src", named) : named);

/** The titles of tests and groups in a file, including those of table-driven tests: `test.each(…)("title"`. */
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

/** Whether the proof with this id in docs/proof.md passed. */
export const isProven = (id: string) => passed.has(id) && !failed.has(id);

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

/** The errors in a piece of evidence, as messages. */
export function evidenceFaults(evidence: string): string[] {
  const tests = [...evidence.matchAll(/`([\w/.-]+\.(?:test\.tsx?|e2e\.ts))`(?:: ([^;|]+))?/g)];
  const words = tests.reduce((text, [all]) => text.replace(all, ""), evidence);
  return [
    ...tests.flatMap(([, file = "", piece = ""]) =>
      piece && hasTitle(file, piece.trim()) ? [] : [`${file} has no test "${piece}"`],
    ),
    ...[...words.matchAll(/\b([RSPG]\d\d)\b|`(TLS)`/g)].flatMap(([, id, own]) =>
      isProven(id ?? own ?? "") || isNamedInTest(id ?? "") ? [] : [`${id ?? own} has no passed proof or test`],
    ),
    ...[...words.matchAll(/\bdecision (\d+)/g)].flatMap(([, number]) =>
      decisions.includes(Number(number)) ? [] : [`decision ${number} does not exist`],
    ),
    ...[...words.matchAll(/\]\(([\w.-]+\.md)#([\w-]+)\)/g)].flatMap(([, file = "", anchor = ""]) =>
      hasSection(file, anchor) ? [] : [`${file} has no section ${anchor}`],
    ),
    ...[...words.matchAll(/`((?:deploy\/[\w.-]+|compose\.yaml|\.dockerignore|test\/[\w.-]+))`/g)].flatMap(
      ([, file = ""]) => (existsSync(file) ? [] : [`${file} does not exist`]),
    ),
  ];
}

const named = new Set(
  globSync(["src/**/*.test.ts", "test/**/*.test.ts", "e2e/**/*.e2e.ts"]).flatMap((file) =>
    titlesIn(file).flatMap((title) => [...title.matchAll(/\b[RSPG]\d\d\b/g)].map(([id]) => id)),
  ),
);
/** Whether a test title contains the check's id. */
export const isNamedInTest = (id: string) => named.has(id);
