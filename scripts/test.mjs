// npm test: runs every check and installs what is missing. Without PostgreSQL, its tests are skipped; without Chromium,
// the run fails.
import { rmSync } from "node:fs";
import { build, install } from "./bootstrap.mjs";
import { findChromium, findShell } from "./chromium.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { startPostgres } from "./postgres.mjs";
import { CHECKS, SIZES, playwrightStep, runSteps, vitestStep } from "./steps.mjs";

await install({ tools: true });
const chromium = findChromium();
const folder = memoryFolder();
if (folder) process.env.TMPDIR = folder;
const postgres = await startPostgres();
let passed = false;
try {
  await build();
  const databases = postgres ? { TEST_DATABASE_URL: postgres.url } : {};
  const steps = [
    ...CHECKS,
    SIZES,
    vitestStep(postgres ? "unit and HTTP (SQLite, PostgreSQL)" : "unit and HTTP (SQLite)", []),
  ];
  if (chromium) {
    const browsers = { CHROMIUM_PATH: findShell(chromium), FULL_CHROMIUM_PATH: chromium };
    steps.push(playwrightStep("browser tests in Chromium", browsers));
  }
  passed = runSteps(steps, databases) && Boolean(chromium);
} finally {
  postgres?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
}
if (!postgres) console.log("SKIPPED: all PostgreSQL tests. Set TEST_DATABASE_URL or install PostgreSQL to run them.");
if (!chromium) console.log("FAILED: no Chromium, so no browser tests were run. Install Chromium or set CHROMIUM_PATH.");
process.exit(passed ? 0 : 1);
