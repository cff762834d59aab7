import type { Job } from "../jobs/job.ts";
import { eraseExpired, type ForgetNeeds } from "./forget-in-time.ts";

/** Any instance may run it at any time, because erasing is idempotent. */
export function eraseExpiredJob(needs: ForgetNeeds): Job {
  return {
    name: "erase guests after the retention time",
    everyMs: 6 * 60 * 60 * 1000,
    irreversible: true,
    run: () => eraseExpired(needs),
  };
}
