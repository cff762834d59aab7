import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts"],
    // Real databases and real hashes take their time on a busy machine; a test that hangs still ends.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Races, clocks of child processes and cut connections meet a shared machine; the reporter names what needed it.
    retry: 1,
    maxWorkers: 2,
    // In an order that nobody chose, and the same each time; TEST_SEED tries another.
    sequence: { shuffle: { tests: true, files: false }, seed: Number(process.env["TEST_SEED"] ?? 1_795_403_932_895) },
  },
});
