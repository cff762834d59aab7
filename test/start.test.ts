import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** `npm start` on a small project of its own: the real script, with a build and an npm that can be cut off. */
let project: string;
const inProject = (...path: string[]) => join(project, ...path);
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "latchkey-start-"));
  for (const folder of ["scripts", "src"]) mkdirSync(inProject(folder));
  for (const file of ["package.json", "package-lock.json", "vite.config.ts", "src/main.ts"])
    writeFileSync(inProject(file), "one");
  copyFileSync("scripts/bootstrap.mjs", inProject("scripts", "bootstrap.mjs"));
  const makes = (folder: string, file: string) => `
    import { mkdirSync, rmSync, writeFileSync } from "node:fs";
    rmSync("${folder}/${file}", { force: true });
    if (process.env.CUT_OFF) process.exit(1);
    mkdirSync("${folder}", { recursive: true });
    writeFileSync("${folder}/${file}", "");`;
  writeFileSync(inProject("scripts", "build.mjs"), makes("dist", "main.js"));
  writeFileSync(inProject("npm.mjs"), makes("node_modules", "package.js"));
});
afterEach(() => rmSync(project, { recursive: true }));

function run(step: "install" | "build", env: Record<string, string> = {}) {
  const script = `import(${JSON.stringify(inProject("scripts", "bootstrap.mjs"))}).then((start) => start.${step}())`;
  const npm = { npm_execpath: inProject("npm.mjs") };
  return spawnSync(process.execPath, ["-e", script], { env: { ...process.env, ...npm, ...env } }).status;
}

test.each([
  ["build", "src/main.ts", "dist/main.js"],
  ["install", "package-lock.json", "node_modules/package.js"],
] as const)("%s: what was cut off is done again, also when its sources are as before", (step, source, made) => {
  expect([run(step), existsSync(inProject(made))]).toEqual([0, true]);
  writeFileSync(inProject(source), "two");
  expect([run(step, { CUT_OFF: "1" }), existsSync(inProject(made))]).toEqual([1, false]);
  writeFileSync(inProject(source), "one");
  expect([run(step), existsSync(inProject(made))]).toEqual([0, true]);
});
