import type { ChildProcess } from "node:child_process";
import { entryFile } from "../../runtime/entry-file.ts";
import { oneAtATime } from "../../runtime/one-at-a-time.ts";
import { startIsolatedProcess } from "../../runtime/isolated-process.ts";
import type { ReadJob, ReadResult } from "./read-body.ts";

/** The largest calendar of a platform takes a third of a second on a busy machine. */
const READ_LIMIT_MS = 2000;
/** Loading the code is our own work, and counted apart from reading a stranger's file. */
const START_LIMIT_MS = 10_000;
/** Calendars are often read several in a row; afterwards their memory goes back. */
const IDLE_MS = 3000;
/** The last resort only: what a reading takes is bounded by the counted limits of `effort.ts`. */
const HEAP_MB = { old: 96, young: 8 };

export type CalendarReader = {
  read: (job: ReadJob) => Promise<ReadResult>;
  /** Starts the process while a calendar is on its way, so that the reading does not wait for it. */
  prepare: () => void;
  stop: () => void;
};

/**
 * Reads calendars in a child process, so that a hostile one holds up nobody: at the limit of time or memory the process
 * is killed and the calendar is too large. One at a time, so that several channels take the memory of one.
 */
export function createCalendarReader({
  file = entryFile("calendar-process", import.meta.url),
  limitMs = READ_LIMIT_MS,
  idleMs = IDLE_MS,
} = {}): CalendarReader {
  const inTurn = oneAtATime();
  const children = new Set<ChildProcess>();
  let spare: Promise<ChildProcess> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let reading = false;
  let stopped = false;

  async function start(): Promise<ChildProcess> {
    if (stopped) throw new Error("The server is stopping");
    const child = startIsolatedProcess(file, HEAP_MB);
    children.add(child);
    child.once("exit", () => children.delete(child));
    // Heard by whoever waits for an answer; a child that fails while nobody does is replaced by the next reading.
    child.on("error", () => children.delete(child));
    const { message, ending } = await nextMessage(child, START_LIMIT_MS);
    if (message !== "ready") throw new Error(`The process that reads calendars did not start (${ending})`);
    return child;
  }

  /** A child that has nothing to do keeps no program alive, and is let go after a while. */
  function keep(child: Promise<ChildProcess>): void {
    spare = child;
    child.then(setAside, () => {});
    clearTimeout(idle);
    idle = setTimeout(() => {
      spare = null;
      void child.then(kill, () => {});
    }, idleMs).unref();
  }

  async function take(): Promise<ChildProcess> {
    clearTimeout(idle);
    const kept = await spare?.catch(() => null);
    spare = null;
    const child = kept && isAlive(kept) ? kept : await start();
    child.ref();
    child.channel?.ref();
    return child;
  }

  async function read(job: ReadJob): Promise<ReadResult> {
    reading = true;
    try {
      const child = await take();
      child.send(job, () => {});
      const { message, ending } = await nextMessage<ReadResult>(child, limitMs);
      if (message) {
        keep(Promise.resolve(child));
        return message;
      }
      if (stopped) throw new Error("The server is stopping");
      if (ending === "killed") return { state: "too_large" };
      throw new Error(`The process that reads calendars ended (${ending})`);
    } finally {
      reading = false;
    }
  }

  return {
    read: (job) => inTurn(() => read(job)),
    prepare: () => {
      if (!reading && !spare && !stopped) keep(start());
    },
    stop: () => {
      stopped = true;
      clearTimeout(idle);
      children.forEach(kill);
    },
  };
}

/** What the child says next, or how it ended instead: "killed" at a limit of ours or of the system, or by its own fault. */
function nextMessage<T>(child: ChildProcess, limitMs: number): Promise<{ message?: T; ending?: string }> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => kill(child), limitMs);
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

function setAside(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function kill(child: ChildProcess): void {
  child.kill("SIGKILL");
}

function isAlive({ connected, exitCode, signalCode }: ChildProcess): boolean {
  return connected && exitCode === null && signalCode === null;
}
