/** Scheduled work. `run` must be idempotent, and safe to run on several instances at once. */
export type Job = {
  name: string;
  everyMs: number;
  /**
   * The job deletes or ends something, or reminds somebody, based on the time, so it waits until the clock is reliable.
   */
  irreversible?: true;
  run: () => Promise<void>;
};
