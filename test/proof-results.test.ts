import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * Each proof result belongs to a commit, and docs/proof.md counts the later commits that changed the files that the
 * proof is about.
 */

const RESULTS = ["docs/proof.md", "proof/results.json"];
const results: { id: string; file?: string }[] = JSON.parse(readFileSync("proof/results.json", "utf8"));
const subjects: Record<string, string[]> = JSON.parse(readFileSync("proof/support/subjects.json", "utf8"));

function git(...words: string[]): string | null {
  try {
    return execFileSync("git", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

/** The other files in a commit that changed results; empty if the commit changed no results. */
const mixedWith = (changed: readonly string[]) =>
  changed.some((file) => RESULTS.includes(file)) ? changed.filter((file) => !RESULTS.includes(file)) : [];

test("subjects.json lists existing files for every check with a result", () => {
  const ids = new Set([
    ...results.flatMap(({ id }) => id.split("/")),
    ...globSync("proof/*.proof.ts").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bid: "([A-Z][A-Z0-9/-]+)"/g)].flatMap(([, id = ""]) => id.split("/")),
    ),
  ]);
  expect([...ids].filter((id) => !subjects[id]?.length)).toEqual([]);
  expect(
    Object.values(subjects)
      .flat()
      .filter((path) => !existsSync(path)),
  ).toEqual([]);
  expect(results.filter(({ file }) => file && !existsSync(file))).toEqual([]);
});

test("commits that store results change nothing else", () => {
  expect(mixedWith(["proof/results.json", "docs/proof.md"])).toEqual([]);
  expect(mixedWith(["proof/results.json", "src/server/app.ts"])).toEqual(["src/server/app.ts"]);
  expect(mixedWith(["src/server/app.ts"])).toEqual([]);
  // The rule applies to commits made since this test was added. Without git, as in a copy of the sources, there are no
  // commits.
  const commits = git("log", "--no-merges", "--format=%H", "-n", "200", "--", ...RESULTS)?.split("\n") ?? [];
  const since = commits.filter((commit) => git("cat-file", "-e", `${commit}^:test/proof-results.test.ts`) !== null);
  const mixed = since.filter((commit) => {
    const changed = git("show", "--format=", "--name-only", commit) ?? "";
    return mixedWith(changed.split("\n").filter((file) => file !== "")).length > 0;
  });
  expect(mixed).toEqual([]);
});
