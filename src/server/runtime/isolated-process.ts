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

/**
 * The child process's next message, or how the process ended: "killed" (after `limitMs`, or by the system), its exit
 * code, or the error that prevented it from running.
 */
export function nextMessage<T>(child: ChildProcess, limitMs: number): Promise<{ message?: T; ending?: string }> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
    const answered = (message: T) => done({ message });
    const ended = (code: number | null) => done({ ending: code === null ? "killed" : `exit code ${code}` });
    const failed = (error: Error) => done({ ending: error.message });
    const done = (result: { message?: T; ending?: string }) => {
      clearTimeout(timer);
      child.off("message", answered).off("exit", ended).off("error", failed);
      resolve(result);
    };
    child.on("message", answered).on("exit", ended).on("error", failed);
  });
}
