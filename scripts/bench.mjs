// npm run bench [-- name …]: runs the files in bench/, which compare what they measure with a limit or with a baseline
// from the same run, and prints one table at the end. Without names, it skips the files in LONG, repeats each
// measurement less often and takes less than ten minutes. With `--large`, it skips nothing and measures growth to
// 300,000 bookings. With `--write`, the table replaces PAGE, or LONG_PAGE if all names are in LONG: `npm run bench --
// rivals photographs --write`.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { build, install, projectNode } from "./bootstrap.mjs";

const TITLE = "Benchmarks";
const LONG_TITLE = "Longer benchmarks";
/** The first run with `--write` creates the file. */
const [PAGE, LONG_PAGE] = ["benchmarks", "benchmarks-long"].map((name) => join("docs", `${name}.md`));
/**
 * Skipped by default: `growth` measures the same portal reads, and `inp` measures taps; `journeys` writes a separate
 * page; `rivals` installs packages.
 */
const LONG = ["journeys", "photographs", "portal-analytics", "portal-bookings", "rivals", "taps"];

await install({ tools: true });
await build();
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const [writes, large] = ["--write", "--large"].map((option) => process.argv.includes(option));
const quick = wanted.length === 0 && !large;
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
const page = render();
console.log(`\n${page}`);
if (writes && wanted.length === 0) writeFileSync(PAGE, page);
if (writes && wanted.length > 0 && wanted.every(isLong)) writeFileSync(LONG_PAGE, page);
process.exitCode = failed > 0 ? 1 : 0;

function isWanted(file) {
  return wanted.length > 0 ? wanted.some((word) => file.startsWith(word)) : large || !isLong(file);
}

function isLong(file) {
  return LONG.some((word) => file.startsWith(word));
}

function render() {
  const node = execFileSync(projectNode(), ["--version"], { encoding: "utf8" }).trim().slice(1);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const named = wanted.length > 0;
  return [
    `# ${named ? LONG_TITLE : TITLE}`,
    "",
    `Printed by \`${["npm run bench", ...(named ? ["--", ...wanted] : [])].join(" ")}\` on ` +
      `${new Date().toISOString().slice(0, 10)} at commit ${commit}: Node ${node}, ` +
      `${availableParallelism()} cores, load ${loadBefore.toFixed(1)} at the start, ${minutes} minutes in all.`,
    "A ratio compares what was measured with a limit, or with a baseline measured in turn in the same run." +
      (named || !existsSync(LONG_PAGE) ? "" : ` The longer ones, with rivals, are in \`${LONG_PAGE}\`.`),
    "",
    "| what | measured | ratio | aim | |",
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
