/** The result of one check. `remedy` says what to do, if anything has to be done. */
export type Finding = { state: "good" | "warning" | "bad" | "skipped"; message: string; remedy?: string };

export type Check = { id: string; title: string; look: () => Promise<Finding> };

export type Result = Omit<Check, "look"> & Finding;

export const good = (message: string): Finding => ({ state: "good", message });
export const skipped = (message: string): Finding => ({ state: "skipped", message });
export const warning = (message: string, remedy: string): Finding => ({ state: "warning", message, remedy });
export const bad = (message: string, remedy: string): Finding => ({ state: "bad", message, remedy });
