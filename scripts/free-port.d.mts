/** Types of `free-port.mjs`, for the proofs and benchmarks. */
export function freePort(): Promise<number>;
