// npm test: runs all checks and tests, but no proofs or benchmarks, and installs what is missing. Without PostgreSQL,
// its tests are skipped; without Chromium, the run fails.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { build, install } from "./bootstrap.mjs";
import { findChromium, findShell } from "./chromium.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { startPostgres } from "./postgres.mjs";
import { CHECKS, SIZES, playwrightStep, runSteps, vitestStep } from "./steps.mjs";

const programs = spawn(process.execPath, ["scripts/test-programs.mjs"], { stdio: "inherit" });
const programsAreThere = new Promise((done) => programs.once("exit", done));
await install({ tools: true });
const folder = memoryFolder();
if (folder) process.env.TMPDIR = folder;
let [postgres, chromium, passed] = [null, null, false];
try {
  await build();
  passed = (await runSteps(steps())) && Boolean(chromium);
} finally {
  postgres?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}
if (!postgres) console.log("SKIPPED: all PostgreSQL tests. Set TEST_DATABASE_URL or install PostgreSQL to run them.");
if (!chromium) console.log("FAILED: no Chromium, so no browser tests were run. Install Chromium or set CHROMIUM_PATH.");
process.exit(passed ? 0 : 1);

async function* steps() {
  yield* [...CHECKS, SIZES];
  await programsAreThere;
  postgres = await startPostgres();
  const databases = postgres ? { TEST_DATABASE_URL: postgres.url } : {};
  const engines = postgres ? "SQLite, PostgreSQL" : "SQLite";
  yield vitestStep(`unit and HTTP (${engines})`, [], { ...databases, TEST_CLI: "dist/server/cli.js" });
  chromium = findChromium();
  if (!chromium) return;
  const browsers = { CHROMIUM_PATH: findShell(chromium), FULL_CHROMIUM_PATH: chromium };
  yield playwrightStep("browser tests in Chromium", { ...databases, ...browsers });
}
