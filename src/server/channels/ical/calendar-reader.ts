import type { ChildProcess } from "node:child_process";
import { entryFile } from "../../runtime/entry-file.ts";
import { oneAtATime } from "../../runtime/one-at-a-time.ts";
import { nextMessage, startIsolatedProcess } from "../../runtime/isolated-process.ts";
import type { ReadJob, ReadResult } from "./read-body.ts";

/** Reading the largest calendar allowed (2 MB) takes a third of a second on a busy machine (decision 14). */
const READ_LIMIT_MS = 1800;
/** Loading our code has its own time limit, separate from that for reading somebody else's file. */
const START_LIMIT_MS = 10_000;
/** Several calendars are often read in a row; after this much idle time the process ends and frees its memory. */
const IDLE_MS = 3000;
/** A last resort: normally the step limits of `effort.ts` are reached first. */
const HEAP_MB = { old: 96, young: 8 };

export type CalendarReader = {
  read: (job: ReadJob) => Promise<ReadResult>;
  /** Starts the process while a calendar is being fetched, so that reading it does not have to wait for the process. */
  prepare: () => void;
  stop: () => void;
};

/**
 * Reads calendars in a child process, so that a hostile calendar cannot block the server: when the time or memory limit
 * is reached, the process is killed and the result is "too large". Calendars are read one at a time, so several
 * channels need no more memory than one.
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
    // A caller that waits for a result gets the error; an idle child process that fails is replaced at the next read.
    child.on("error", () => children.delete(child));
    const { message, ending } = await nextMessage(child, START_LIMIT_MS);
    if (message !== "ready") throw new Error(`The calendar process did not start (${ending})`);
    return child;
  }

  /** An idle child process does not keep the program alive, and is ended after a while. */
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
      throw new Error(`The calendar process ended (${ending})`);
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
