/** The result of one check. `remedy` says what to do, if anything has to be done. */
export type Finding = { state: "good" | "warning" | "bad" | "skipped"; said: string; remedy?: string };

export type Check = { id: string; title: string; look: () => Promise<Finding> };

export type Result = Omit<Check, "look"> & Finding;

export const good = (said: string): Finding => ({ state: "good", said });
export const skipped = (said: string): Finding => ({ state: "skipped", said });
export const warning = (said: string, remedy: string): Finding => ({ state: "warning", said, remedy });
export const bad = (said: string, remedy: string): Finding => ({ state: "bad", said, remedy });
