/** Work that time asks for. `run` must be safe to do twice, and by several instances at once. */
export type Job = { name: string; everyMs: number; run: () => Promise<void> };
