import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts"],
    // Real databases and real hashes take time on a busy machine; a hanging test still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Races, child processes' clocks and cut connections are tested on a shared machine; the reporter names tests that
    // needed a retry.
    retry: 1,
    maxWorkers: 2,
    // In random order, reproducibly; TEST_SEED selects a different order.
    sequence: { shuffle: { tests: true, files: false }, seed: Number(process.env["TEST_SEED"] ?? 1_795_403_932_895) },
  },
});
