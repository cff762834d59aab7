import type { Job } from "../jobs/job.ts";
import { notifyCleaner, type NotifyCleanerNeeds } from "./notify-cleaner.ts";

export function watchChangeovers(needs: NotifyCleanerNeeds): Job {
  return { name: "email the cleaner about changes", everyMs: 60_000, run: () => notifyCleaner(needs) };
}
