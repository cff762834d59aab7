import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import { entryFile } from "../runtime/entry-file.ts";
import { oneAtATime } from "../runtime/one-at-a-time.ts";
import { startIsolatedProcess } from "../runtime/isolated-process.ts";
import type { PictureResizer } from "./ports.ts";
import { OUT_OF_MEMORY, type Task, type TaskResult } from "./resizer-task.ts";

const CHILD = entryFile("sharp-resizer", import.meta.url);

/** A person is waiting for `prepare`; the other tasks run in the background. */
const TIME_LIMIT_MS = { prepare: 15_000, make: 180_000, crop: 30_000 };
const HEAP_MB = { old: 64, young: 2 };

/**
 * Each child process runs one task. When the process ends, its memory is freed, any effect of a hostile file is gone,
 * and no idle process remains. At any time, at most one child opens an upload and at most one creates formats and
 * crops.
 */
export function createChildResizer(): PictureResizer {
  const running = new Set<ChildProcess>();
  const [now, later] = [oneAtATime(), oneAtATime()];
  const inTurn = { prepare: now, make: later, crop: later };
  let stopped = false;

  function run(task: Task): Promise<TaskResult | PictureRefusal> {
    return inTurn[task.do](() => (stopped ? Promise.reject(new Error("The server is stopping")) : runChild(task)));
  }

  function runChild(task: Task): Promise<TaskResult | PictureRefusal> {
    return new Promise((resolve, reject) => {
      const child = startIsolatedProcess(CHILD, HEAP_MB);
      running.add(child);
      if (task.do !== "prepare") lowerPriority(child);
      let result: TaskResult | PictureRefusal = "damaged";
      const timer = setTimeout(() => {
        result = "too-slow";
        child.kill("SIGKILL");
      }, TIME_LIMIT_MS[task.do]);
      child.once("message", (received: TaskResult) => {
        result = received;
      });
      child.once("error", reject);
      child.once("exit", (code) => {
        clearTimeout(timer);
        running.delete(child);
        if (code === OUT_OF_MEMORY) resolve("too-many-pixels");
        // If the process was killed by a signal or ended without a result, the file counts as damaged or too slow to
        // process. Other exit codes indicate bugs in our code.
        else if (code === null || code === 0) resolve(result);
        else reject(new Error(`The picture process ended with exit code ${code}`));
      });
      child.send(task);
    });
  }

  return {
    prepare: async (bytes) => {
      const result = await run({ do: "prepare", bytes });
      if (typeof result === "string") return { ok: false, refusal: result };
      if (result.ok && !("master" in result)) throw new Error("The picture process sent an unexpected answer");
      return result;
    },
    make: async (master, format, widths) => {
      const result = await run({ do: "make", master, format, widths });
      if (typeof result === "string" || !("files" in result))
        throw new Error("The picture process did not create the formats");
      return result.files;
    },
    crop: async (master, { focusX, focusY }) => {
      const result = await run({ do: "crop", master, focusX, focusY });
      const file = typeof result === "string" || !("files" in result) ? undefined : result.files[0];
      if (!file) throw new Error("The picture process did not create the crop");
      return file.bytes;
    },
    stop: async () => {
      stopped = true;
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/** Background work gets a lower priority than requests. */
function lowerPriority(child: ChildProcess): void {
  if (child.pid !== undefined) setPriority(child.pid, 10);
}
