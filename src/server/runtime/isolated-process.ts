import { type ChildProcess, fork } from "node:child_process";

/**
 * Starts a child process for work that is dear or dangerous. Its environment is empty, because no secret may be where a
 * stranger's file is opened; it writes nowhere; and `heapMb` is all that its objects may take. Whoever starts it ends it too.
 */
export function startIsolatedProcess(file: URL, heapMb: { old: number; young: number }): ChildProcess {
  return fork(file, [], {
    execArgv: [`--max-old-space-size=${heapMb.old}`, `--max-semi-space-size=${heapMb.young}`],
    // Only tells glibc not to keep a heap for each thread.
    env: { MALLOC_ARENA_MAX: "1" },
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}
