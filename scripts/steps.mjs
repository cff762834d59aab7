// Runs the checks one after another and prints a one-line summary of passes and failures.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { projectNode, root } from "./bootstrap.mjs";

const cache = join(root, "node_modules", ".cache", "latchkey");
export const SUMMARY_FILE = join(cache, "test-summary.txt");

const bin = (name) => join(root, "node_modules", name);
/** Each of these counts as one check, which passes or fails as a whole. */
export const CHECKS = [
  { name: "types", script: bin("typescript/bin/tsc"), args: ["-b"] },
  { name: "lint", script: bin("oxlint/bin/oxlint"), args: ["--type-aware"] },
  { name: "format", script: bin("oxfmt/bin/oxfmt"), args: ["--check", "."] },
  { name: "unused code", script: bin("knip/bin/knip.js"), args: [] },
];

/** The size of what guests' browsers download, against the limits in .size-limit.mjs; needs a build. */
export const SIZES = { name: "page weight", script: bin("size-limit/bin.js"), args: [] };

const VITEST = bin("vitest/vitest.mjs");
const PLAYWRIGHT = bin("@playwright/test/cli.js");

export function vitestStep(name, args, env) {
  const report = join(cache, "vitest.json");
  return {
    name,
    script: VITEST,
    args: ["run", ...args, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    env,
    report,
    count: (json) => ({ passed: json.numPassedTests, failed: json.numFailedTests }),
    failures: (json) =>
      json.testResults.flatMap((file) => {
        const where = relative(root, file.name);
        const tests = file.assertionResults.filter((test) => test.status === "failed");
        if (tests.length === 0 && file.status === "failed") return [`${where}: ${firstLine(file.message)}`];
        return tests.map((test) => `${where} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
      }),
  };
}

export function playwrightStep(name, env) {
  const report = join(cache, "playwright.json");
  return {
    name,
    script: PLAYWRIGHT,
    args: ["test", "--reporter=list,json"],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    count: ({ stats }) => {
      if (stats.flaky > 0) console.log(`── ${stats.flaky} passed only after a retry; they are marked as flaky above`);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
    },
    failures: (json) => json.suites.flatMap(failedSpecs),
  };
}

const firstLine = (text = "") => text.trim().split("\n")[0];

function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === "unexpected")
      .map((test) => `${spec.file}:${spec.line} > ${spec.title} [${test.projectName}]`),
  );
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/** Runs all steps in an iterable, even after a failure; returns true if all passed. */
export async function runSteps(steps) {
  mkdirSync(cache, { recursive: true });
  const total = { passed: 0, failed: 0 };
  const failures = [];
  for await (const step of steps) {
    console.log(`\n── ${step.name}`);
    if (step.report) rmSync(step.report, { force: true });
    const begun = performance.now();
    const result = spawnSync(projectNode(), [step.script, ...step.args], {
      stdio: "inherit",
      env: { ...process.env, NODE_COMPILE_CACHE: join(cache, "compiled"), ...step.env },
    });
    const counted = countOf(step, result.status === 0);
    total.passed += counted.passed;
    total.failed += counted.failed;
    if (counted.failed > 0) failures.push(`${step.name}:`, ...counted.failures.map((failure) => `  ${failure}`));
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`── ${step.name}: ${counted.passed} passed, ${counted.failed} failed (${seconds} s)`);
  }
  const line = `${total.passed} passed, ${total.failed} failed`;
  writeFileSync(SUMMARY_FILE, `${line}\n`);
  // The failures are repeated at the end, so that truncated logs still contain them.
  if (failures.length > 0) console.log(`\n── What failed\n${failures.join("\n")}`);
  console.log(`\n${line}`);
  return total.failed === 0;
}

/** A runner that exits with an error counts as a failure, even if its report lists none. */
function countOf(step, endedWell) {
  const asOne = { passed: endedWell ? 1 : 0, failed: endedWell ? 0 : 1, failures: [] };
  if (!step.report) return asOne;
  try {
    const json = JSON.parse(readFileSync(step.report, "utf8"));
    const { passed, failed } = step.count(json);
    if (failed > 0 || endedWell) return { passed, failed, failures: step.failures(json) };
    return {
      passed,
      failed: 1,
      failures: ["no test failed, but the runner ended with an error: see its output above"],
    };
  } catch {
    return { ...asOne, failures: ["the runner wrote no report: see its output above"] };
  }
}
