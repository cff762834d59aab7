/**
 * How the server runs on a small machine: idle, it takes 107 to 113 MB of memory, 117 with V8's two intermediate compilers, and
 * 150 if it also optimises for speed (measured; decision 3).
 */
export const LEAN = {
  flags: ["--max-semi-space-size=2", "--no-sparkplug", "--no-maglev", "--optimize-for-size"],
  env: { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "65536" },
};
