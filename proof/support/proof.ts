import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** The result of one run of a check. `negativeControl`: the same check on something deliberately broken, which it must detect. */
export type Outcome = {
  figures: Record<string, number | string>;
  met: boolean;
  negativeControl?: { fault: string; detected: boolean };
  /** What the run did not cover. */
  notTried?: string;
};
type Check = { id: string; what: string; aim: string };
export type Stored = Check & Outcome & { on: string; at: string; seconds: number };

/** Results of all proofs, kept between runs so that single proofs can be repeated. The source of `docs/proof.md`. */
export const RESULTS = "proof/results.json";

export async function prove(check: Check, on: string, run: () => Promise<Outcome>): Promise<void> {
  const begun = performance.now();
  const outcome = await run();
  const seconds = Math.round((performance.now() - begun) / 1000);
  const passed = outcome.met && (outcome.negativeControl?.detected ?? true);
  const stored: Stored = { ...check, ...outcome, on, at: new Date().toISOString().slice(0, 16), seconds };
  const all = storedResults().filter((known) => known.id !== check.id || known.on !== on);
  mkdirSync("proof", { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify([...all, stored].toSorted(byId), null, 2)}\n`);
  console.log(
    `${check.id} on ${on}: ${JSON.stringify(outcome.figures)} ${passed ? "passed" : "FAILED"} (${seconds} s)`,
  );
  const control = outcome.negativeControl;
  if (control) console.log(`  negative control: ${control.fault}: ${control.detected ? "detected" : "NOT DETECTED"}`);
  if (!passed) process.exitCode = 1;
}

export function storedResults(): Stored[] {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch {
    return [];
  }
}

const byId = (a: Stored, b: Stored) => (a.id + a.on < b.id + b.on ? -1 : 1);
