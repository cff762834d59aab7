import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/** What one run of a check has found. `planted`: the check on a build with the hole in it; it counts only when it saw it. */
export type Outcome = {
  figures: Record<string, number | string>;
  met: boolean;
  planted?: { hole: string; seen: boolean };
  /** What of the aim was not tried, in words. */
  notTried?: string;
};
type Check = { id: string; what: string; aim: string };
export type Stored = Check & Outcome & { on: string; at: string; seconds: number };

/** Kept between runs, so that one proof can be run again by itself; `docs/proof.md` is written from it. */
export const RESULTS = "proof/results.json";

export async function prove(check: Check, on: string, run: () => Promise<Outcome>): Promise<void> {
  const begun = performance.now();
  const outcome = await run();
  const seconds = Math.round((performance.now() - begun) / 1000);
  const holds = outcome.met && (outcome.planted?.seen ?? true);
  const stored: Stored = { ...check, ...outcome, on, at: new Date().toISOString().slice(0, 16), seconds };
  const all = storedResults().filter((known) => known.id !== check.id || known.on !== on);
  mkdirSync("proof", { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify([...all, stored].toSorted(byId), null, 2)}\n`);
  console.log(`${check.id} on ${on}: ${JSON.stringify(outcome.figures)} ${holds ? "holds" : "FAILS"} (${seconds} s)`);
  if (outcome.planted) console.log(`  planted: ${outcome.planted.hole}: ${outcome.planted.seen ? "seen" : "NOT SEEN"}`);
  if (!holds) process.exitCode = 1;
}

export function storedResults(): Stored[] {
  try {
    return JSON.parse(readFileSync(RESULTS, "utf8"));
  } catch {
    return [];
  }
}

const byId = (a: Stored, b: Stored) => (a.id + a.on < b.id + b.on ? -1 : 1);
