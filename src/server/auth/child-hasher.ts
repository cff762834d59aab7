import type { ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { entryFile } from "../runtime/entry-file.ts";
import { startIsolatedProcess } from "../runtime/isolated-process.ts";

/** `memory` is in KiB. */
export type Argon2Task = {
  message: Uint8Array;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
};

const CHILD = entryFile("argon-hasher", import.meta.url);
const HEAP_MB = { old: 32, young: 2 };
/**
 * How long the process is kept for the next attempt, which may be one of a flood of attempts or a retry after a typo.
 */
const IDLE_MS = 60_000;

/**
 * Hashes passwords in a lower-priority process, so that pages for guests come first, however many people sign in. The
 * process starts with the first password and ends after a minute without one, which frees the memory that hashing
 * needs.
 */
export function createChildHasher(): (task: Argon2Task) => Promise<Buffer> {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;

  function start(): ChildProcess {
    const started = startIsolatedProcess(CHILD, HEAP_MB);
    if (started.pid !== undefined) setPriority(started.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    started.once("exit", () => {
      if (child === started) child = null;
    });
    return started;
  }

  return async (task) => {
    clearTimeout(idle);
    const working = (child ??= start());
    working.ref();
    working.channel?.ref();
    try {
      return await resultOf(working, task);
    } finally {
      // An idle process must not keep a command or a stopping server running.
      working.unref();
      working.channel?.unref();
      idle = setTimeout(() => working.kill(), IDLE_MS).unref();
    }
  };
}

function resultOf(child: ChildProcess, task: Argon2Task): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const ended = (why: Error | number | null) => {
      child.off("message", onTag);
      reject(why instanceof Error ? why : new Error(`The process that hashes passwords ended (${why})`));
    };
    const onTag = (tag: Uint8Array) => {
      child.off("exit", ended).off("error", ended);
      resolve(Buffer.from(tag));
    };
    child.once("message", onTag).once("exit", ended).once("error", ended);
    child.send(task);
  });
}
