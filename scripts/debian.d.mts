/** Types of `debian.mjs`, for the proofs. */
export function debianInstall(name: string): boolean;
