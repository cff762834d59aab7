import type { ClockGuard } from "../runtime/clock-guard.ts";
import type { Logger } from "../runtime/logger.ts";
import type { Job } from "./job.ts";

/** How often a job that is waiting for a reliable clock checks again. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Runs each job immediately, or once the clock is reliable if the job is irreversible, and then at its interval, but
 * never twice at the same time. `stop` waits for running jobs.
 */
export function startJobs(jobs: Job[], logger: Logger, clockGuard: ClockGuard): { stop: () => Promise<void> } {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  function schedule(job: Job, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (job.irreversible && !clockGuard.isSettled()) {
        schedule(job, Math.min(job.everyMs, LOOK_AGAIN_MS));
        return;
      }
      const run = job
        .run()
        .catch((error: unknown) => logger.error({ err: error, job: job.name }, "job failed"))
        .finally(() => {
          running.delete(run);
          if (!stopped) schedule(job, job.everyMs);
        });
      running.add(run);
    }, delayMs);
    timers.add(timer);
  }

  for (const job of jobs) schedule(job, 0);
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
