import type { Job } from "../jobs/job.ts";
import type { ChangeStore } from "./ports.ts";

/** An open portal reads each second; ten thousand changes are far more than it can have missed. */
const KEPT = 10_000;

export function forgetOldChanges(changes: ChangeStore): Job {
  return {
    name: "forget-old-changes",
    everyMs: 60 * 60 * 1000,
    irreversible: true,
    run: async () => changes.removeUpTo((await changes.lastId()) - KEPT),
  };
}
