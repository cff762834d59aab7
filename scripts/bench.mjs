// npm run bench [-- name …]: runs the files in bench/, which compare what they measure with a limit or with a baseline
// from the same run, and prints one table at the end. Without names, it skips the files in SKIPPED, repeats most
// measurements fewer times and takes less than ten minutes. With `--large`, it skips nothing and measures growth up to
// 300,000 bookings. With `--write`, the table replaces docs/benchmarks.md or, if names are given, the page in PAGES
// that lists all of them: `npm run bench -- rivals photographs --write`. If no page lists all of them, nothing is
// written.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { build, install, projectNode } from "./bootstrap.mjs";

/** The pages with results. The benchmarks named here are skipped by default: they are slow or install packages. */
const PAGES = [
  { file: "docs/benchmarks.md", title: "Benchmarks", names: [] },
  { file: "docs/benchmarks-deploy.md", title: "Benchmarks of starts and upgrades", names: ["deploy"] },
  { file: "docs/benchmarks-long.md", title: "Longer benchmarks", names: ["photographs", "rivals", "taps"] },
];
/** Skipped by default as well: `growth` measures the same reads of the portal; `journeys` writes a separate page. */
const SKIPPED = ["journeys", "portal-analytics", "portal-bookings", ...PAGES.flatMap(({ names }) => names)];

await install({ tools: true });
await build();
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const [writes, large] = ["--write", "--large"].map((option) => process.argv.includes(option));
const quick = wanted.length === 0 && !large;
const [overview, ...others] = PAGES;
const page = wanted.length === 0 ? overview : others.find(({ names }) => wanted.every((word) => names.includes(word)));
const files = readdirSync("bench").filter((file) => file.endsWith(".bench.ts") && isWanted(file));
const folder = mkdtempSync(join(tmpdir(), "latchkey-bench-"));
const table = join(folder, "table.jsonl");
writeFileSync(table, "");
const loadBefore = loadavg()[0];
const begun = performance.now();
const durations = [];
let failed = 0;
for (const file of files) {
  console.log(`\n── ${file}`);
  const start = performance.now();
  const env = { ...process.env, BENCH_TABLE: table, ...(quick ? { BENCH_QUICK: "true" } : {}) };
  if (
    spawnSync(projectNode(), [`bench/${file}`, ...(large ? ["--large"] : [])], { stdio: "inherit", env }).status !== 0
  )
    failed += 1;
  durations.push(`${file.replace(".bench.ts", "")} ${Math.round((performance.now() - start) / 1000)} s`);
}
const rows = readFileSync(table, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line));
rmSync(folder, { recursive: true, force: true });
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
const text = render();
console.log(`\n${text}`);
if (writes && page) writeFileSync(page.file, text);
process.exitCode = failed > 0 ? 1 : 0;

function isWanted(file) {
  const isIn = (words) => words.some((word) => file.startsWith(word));
  return wanted.length > 0 ? isIn(wanted) : large || !isIn(SKIPPED);
}

function render() {
  const node = execFileSync(projectNode(), ["--version"], { encoding: "utf8" }).trim().slice(1);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const command = ["npm run bench", ...(wanted.length > 0 ? ["--", ...wanted] : [])].join(" ");
  return [
    `# ${page?.title ?? overview.title}`,
    "",
    `Printed by \`${command}\` on ` +
      `${new Date().toISOString().slice(0, 10)} at commit ${commit}: Node ${node}, ` +
      `${availableParallelism()} cores, load ${loadBefore.toFixed(1)} at the start, ${minutes} minutes in all.`,
    "A ratio compares the measured value with a limit, or with a baseline measured alternately in the same run." +
      (page === overview
        ? ` The other benchmarks are in ${others.map(({ file }) => `\`${file}\``).join(" and ")}.`
        : ""),
    "",
    "| what | measured | ratio | target | |",
    "|---|---|---|---|---|",
    ...rows.map(
      ({ name, measured, ratio = "", aim = "", met }) =>
        `| ${name} | ${measured} | ${ratio} | ${aim} | ${met === undefined ? "" : met ? "met" : "**missed**"} |`,
    ),
    "",
    `Time for each file: ${durations.join(", ")}.`,
    "",
  ].join("\n");
}
