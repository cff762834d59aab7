import type { Job } from "../jobs/job.ts";

/** Other processes may have changed the settings, and debug mode ends by the clock. */
export function followSettings(follow: () => Promise<void>): Job {
  return { name: "follow the settings", everyMs: 60_000, run: follow };
}
