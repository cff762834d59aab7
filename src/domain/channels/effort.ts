/**
 * The maximum cost of reading one calendar, counted in steps, not in time, so the result is the same on every machine.
 * The platforms' calendars in `server/testing/calendars` cost at most about 1% of this.
 */
export const MAX_STEPS = 1_000_000;
/** The maximum number of events and occurrences that occupy nights, in the whole calendar. */
export const MAX_OCCURRENCES_IN_ALL = 5000;

/** The number of steps for the more expensive operations; a line in the file or a day in a rule costs one step. */
export const STEPS = { timeInZone: 20, newTimeZone: 5000 };

/** Aborts the read: the whole calendar is rejected and changes nothing. */
export class TooMuchWork extends Error {
  readonly state: "too_large" | "too_many";
  constructor(state: TooMuchWork["state"]) {
    super(state);
    this.state = state;
  }
}

export type Effort = { spend: (steps: number) => void; countOccurrence: () => void; spent: () => number };

export function createEffort(): Effort {
  let steps = 0;
  let occurrences = 0;
  return {
    spend: (more) => {
      steps += more;
      if (steps > MAX_STEPS) throw new TooMuchWork("too_large");
    },
    countOccurrence: () => {
      occurrences += 1;
      if (occurrences > MAX_OCCURRENCES_IN_ALL) throw new TooMuchWork("too_many");
    },
    spent: () => steps,
  };
}
