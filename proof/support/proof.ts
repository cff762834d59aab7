import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

/** `negativeControl` is the same check on something deliberately broken, which the check must detect. */
export type Outcome = {
  figures: Record<string, number | string>;
  met: boolean;
  negativeControl?: { fault: string; detected: boolean };
  /** What the run did not cover. */
  notTried?: string;
};
type Check = { id: string; what: string; aim: string };
/** `commit` is null outside a git repository; `changed` is true if there were uncommitted changes. */
type Origin = { file: string; commit: string | null; changed: boolean };
export type Stored = Check & Outcome & Partial<Origin> & { on: string; at: string; seconds: number };

/** Kept between runs, so that proofs can be repeated one by one. The source of `docs/proof.md`. */
export const RESULTS = "proof/results.json";

export async function prove(check: Check, on: string, run: () => Promise<Outcome>): Promise<void> {
  const begun = performance.now();
  const from = origin();
  const outcome = await run();
  const seconds = Math.round((performance.now() - begun) / 1000);
  const passed = outcome.met && (outcome.negativeControl?.detected ?? true);
  const stored: Stored = { ...check, ...outcome, on, at: new Date().toISOString().slice(0, 16), seconds, ...from };
  const isSame = (known: Stored) => known.id === check.id && known.what === check.what && known.on === on;
  const all = storedResults().filter((known) => !isSame(known));
  mkdirSync("proof", { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify([...all, stored].toSorted(byId), null, 2)}\n`);
  console.log(
    `${check.id} on ${on}: ${JSON.stringify(outcome.figures)} ${passed ? "passed" : "FAILED"} (${seconds} s)`,
  );
  const control = outcome.negativeControl;
  if (control) console.log(`  negative control: ${control.fault}: ${control.detected ? "detected" : "NOT DETECTED"}`);
  if (!passed) process.exitCode = 1;
}

/** The results themselves do not count as changes, because several proofs run one after another. */
function origin(): Origin {
  const file = relative(process.cwd(), process.argv[1] ?? "");
  try {
    const git = (...words: string[]) => execFileSync("git", words, { encoding: "utf8" }).trim();
    const changes = git("status", "--porcelain", "--", ".", `:!${RESULTS}`, ":!docs/proof.md");
    return { file, commit: git("rev-parse", "--short=10", "HEAD"), changed: changes !== "" };
  } catch {
    return { file, commit: null, changed: false };
  }
}

export function storedResults(): Stored[] {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch {
    return [];
  }
}

const byId = (a: Stored, b: Stored) => (a.id + a.on + a.what < b.id + b.on + b.what ? -1 : 1);
