import type { Job } from "../jobs/job.ts";
import type { ChangeStore } from "./ports.ts";

/** An open portal reads every second, so it cannot have missed more changes than this. */
const KEPT = 10_000;

export function deleteOldChanges(changes: ChangeStore): Job {
  return {
    name: "delete-old-changes",
    everyMs: 60 * 60 * 1000,
    irreversible: true,
    run: async () => changes.removeUpTo((await changes.lastId()) - KEPT),
  };
}
