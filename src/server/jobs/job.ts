/** Work that time asks for. `run` must be safe to do twice, and by several instances at once. */
export type Job = {
  name: string;
  everyMs: number;
  /** It deletes or ends something by the clock: it waits until the clock can be trusted. */
  irreversible?: true;
  run: () => Promise<void>;
};
