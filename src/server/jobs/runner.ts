import type { Logger } from "../runtime/logger.ts";
import type { Job } from "./job.ts";

/** Runs each job now, or when the clock is surely right, and then again after its interval; one run of a job at a time. `stop` waits for what is running. */
export function startJobs(jobs: Job[], logger: Logger, { clockIsRight = false } = {}): { stop: () => Promise<void> } {
  let stopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  function schedule(job: Job, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
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

  for (const job of jobs) schedule(job, clockIsRight ? 0 : (job.firstAfterMs ?? 0));
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
