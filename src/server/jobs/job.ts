/** Work that time asks for. `run` must be safe to do twice, and by several instances at once. */
export type Job = {
  name: string;
  everyMs: number;
  /** At once after the start where nothing is said. */
  firstAfterMs?: number;
  run: () => Promise<void>;
};

/** A machine that starts with a wrong clock has put it right by then; what is forgotten by a clock of 2038 does not come back. */
export const CLOCK_IS_RIGHT_AFTER_MS = 15 * 60 * 1000;
