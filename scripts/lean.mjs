/**
 * Settings for a small machine. With them, the idle server takes 107 to 113 MB of memory. With V8's two intermediate
 * compilers it would take 117 MB (decision 3), and 150 MB if V8 also optimised for speed (measured).
 */
export const LEAN = {
  flags: ["--max-semi-space-size=2", "--no-sparkplug", "--no-maglev", "--optimize-for-size"],
  env: { MALLOC_ARENA_MAX: "1", MALLOC_TRIM_THRESHOLD_: "65536" },
};
