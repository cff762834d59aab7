import type { Job } from "../jobs/job.ts";
import { type SummaryNeeds, writeSummaries } from "./daily-summary.ts";

export function dailySummaries(needs: SummaryNeeds): Job {
  return { name: "daily summaries", everyMs: 5 * 60_000, run: () => writeSummaries(needs) };
}
