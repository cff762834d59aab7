/** Where the features get the current time; tests pass their own clock. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
