import type { Job } from "../jobs/job.ts";
import { tellChanges, type TellNeeds } from "./tell-changes.ts";

export function watchChangeovers(needs: TellNeeds): Job {
  return { name: "tell the cleaner of changes", everyMs: 60_000, run: () => tellChanges(needs) };
}
