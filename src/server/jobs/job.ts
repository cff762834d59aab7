/** Scheduled work. `run` must be idempotent and safe on several instances at once. */
export type Job = {
  name: string;
  everyMs: number;
  /** Deletes or ends something based on the time, so it waits until the clock is reliable. */
  irreversible?: true;
  run: () => Promise<void>;
};
