/** Types of `waiting-build.mjs`, for the tests. */
export function waitingBuild(folder: string): string | null;
