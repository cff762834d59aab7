/** Types of `debian.mjs`, for the proofs. */
export function debianInstall(...names: string[]): boolean;
