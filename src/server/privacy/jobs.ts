import type { Job } from "../jobs/job.ts";
import { forgetInTime, type ForgetNeeds } from "./forget-in-time.ts";

/** Any instance may do it at any time: what is erased twice is erased once. */
export function forgetGuestsInTime(needs: ForgetNeeds): Job {
  return {
    name: "forget guests in time",
    everyMs: 6 * 60 * 60 * 1000,
    irreversible: true,
    run: () => forgetInTime(needs),
  };
}
