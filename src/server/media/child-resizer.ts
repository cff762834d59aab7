import type { ChildProcess } from "node:child_process";
import { setPriority } from "node:os";
import type { PictureRefusal } from "#domain/media/refusal.ts";
import { entryFile } from "../runtime/entry-file.ts";
import { oneAtATime } from "../runtime/one-at-a-time.ts";
import { startIsolatedProcess } from "../runtime/isolated-process.ts";
import type { PictureResizer } from "./ports.ts";
import { OUT_OF_MEMORY, type Task, type TaskAnswer } from "./resizer-task.ts";

const CHILD = entryFile("sharp-resizer", import.meta.url);

/** A person waits for the first, nobody for the others. */
const TIME_LIMIT_MS = { prepare: 15_000, make: 180_000, crop: 30_000 };
const HEAP_MB = { old: 64, young: 2 };

/**
 * A child lives for one task, so that memory and whatever a hostile file did end with it, and nothing stays while there
 * is no work. At most one opens an upload and one makes formats.
 */
export function createChildResizer(): PictureResizer {
  const running = new Set<ChildProcess>();
  const [now, later] = [oneAtATime(), oneAtATime()];
  const inTurn = { prepare: now, make: later, crop: later };
  let stopped = false;

  function run(task: Task): Promise<TaskAnswer | PictureRefusal> {
    return inTurn[task.do](() => (stopped ? Promise.reject(new Error("The server is stopping")) : runChild(task)));
  }

  function runChild(task: Task): Promise<TaskAnswer | PictureRefusal> {
    return new Promise((resolve, reject) => {
      const child = startIsolatedProcess(CHILD, HEAP_MB);
      running.add(child);
      if (task.do !== "prepare") beNice(child);
      let said: TaskAnswer | PictureRefusal = "damaged";
      const timer = setTimeout(() => {
        said = "too-slow";
        child.kill("SIGKILL");
      }, TIME_LIMIT_MS[task.do]);
      child.once("message", (answer: TaskAnswer) => {
        said = answer;
      });
      child.once("error", reject);
      child.once("exit", (code) => {
        clearTimeout(timer);
        running.delete(child);
        if (code === OUT_OF_MEMORY) resolve("too-many-pixels");
        // Killed by the system, by the limit or by a file; an ending of its own accord without an answer is our fault.
        else if (code === null || code === 0) resolve(said);
        else reject(new Error(`The child that opens pictures ended with ${code}`));
      });
      child.send(task);
    });
  }

  return {
    prepare: async (bytes) => {
      const said = await run({ do: "prepare", bytes });
      if (typeof said === "string") return { ok: false, refusal: said };
      if (said.ok && !("master" in said)) throw new Error("The child answered another question");
      return said;
    },
    make: async (master, format, widths) => {
      const said = await run({ do: "make", master, format, widths });
      if (typeof said === "string" || !("files" in said)) throw new Error("The formats of a picture were not made");
      return said.files;
    },
    crop: async (master, { focusX, focusY }) => {
      const said = await run({ do: "crop", master, focusX, focusY });
      const file = typeof said === "string" || !("files" in said) ? undefined : said.files[0];
      if (!file) throw new Error("The crop of a picture was not made");
      return file.bytes;
    },
    stop: async () => {
      stopped = true;
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/** Work that nobody waits for gives way to guests. */
function beNice(child: ChildProcess): void {
  if (child.pid !== undefined) setPriority(child.pid, 10);
}
