import type { Job } from "../jobs/job.ts";
import type { Clock } from "../runtime/clock.ts";
import { endWaits } from "./end-waits.ts";
import type { BookingStore } from "./ports.ts";

/** Any instance may do it at any time: the act itself looks whether the wait is over. */
export function endWaitsInTime(needs: { bookings: BookingStore; clock: Clock }): Job {
  return { name: "end waits", everyMs: 20_000, irreversible: true, run: () => endWaits(needs) };
}
