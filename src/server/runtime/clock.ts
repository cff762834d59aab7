/** The only way to learn the time; tests hand in their own. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
