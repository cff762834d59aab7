import { type ChildProcess, fork } from "node:child_process";

/**
 * Starts a child process for expensive or risky work. The process gets none of our environment variables, because some
 * of this work opens untrusted files. Its output is discarded, and `heapMb` limits its heap. The caller has to end the
 * process.
 */
export function startIsolatedProcess(file: URL, heapMb: { old: number; young: number }): ChildProcess {
  return fork(file, [], {
    execArgv: [`--max-old-space-size=${heapMb.old}`, `--max-semi-space-size=${heapMb.young}`],
    // Prevents glibc from allocating a heap per thread.
    env: { MALLOC_ARENA_MAX: "1" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
