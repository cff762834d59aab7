/** Where the features get the current time; tests pass a clock of their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
