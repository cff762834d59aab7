import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { waitingBuild } from "./scripts/waiting-build.mjs";

const TESTS = ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts"];

/** A module replaced in one file must not be replaced in the others. */
const replacesModules = globSync(TESTS).filter((file) => /\bvi\.(?:doM|m)ock\(/.test(readFileSync(file, "utf8")));

// Only some tests need a build, so this is not an error.
const outdated = waitingBuild(import.meta.dirname);
if (outdated) console.warn(outdated);

export default defineConfig({
  test: {
    projects: [
      // Files share a worker's modules: loading them again for each file took a third of the time of `npm run check`.
      { extends: true, test: { name: "shared", include: TESTS, exclude: replacesModules, isolate: false } },
      { extends: true, test: { name: "isolated", include: replacesModules } },
    ],
    // Real databases and real hashes take time on a busy machine; a test that hangs still times out.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Races, child processes' clocks and dropped connections are tested on a shared machine; the reporter names tests
    // that needed a retry.
    retry: 1,
    // One more than the number of cores of a small machine, because some tests wait for time-outs.
    maxWorkers: 3,
    // Each file's tests run in a random but reproducible order; TEST_SEED selects a different one.
    sequence: { shuffle: { tests: true, files: false }, seed: Number(process.env["TEST_SEED"] ?? 1_795_403_932_895) },
  },
});
