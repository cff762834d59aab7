import { entryFile } from "../runtime/entry-file.ts";
import { nextMessage, startIsolatedProcess } from "../runtime/isolated-process.ts";
import { oneAtATime } from "../runtime/one-at-a-time.ts";
import type { MailJob } from "./mail-process.ts";
import type { Mail } from "./receive-mail.ts";

const CHILD = entryFile("mail-process", import.meta.url);
const HEAP_MB = { old: 256, young: 16 };
/** Loading our code has its own time limit, separate from that for reading somebody else's email. */
const START_LIMIT_MS = 10_000;
/** An email of 15 MB with pictures takes three seconds on a busy machine. */
const READ_LIMIT_MS = 6000;
/** Each email that waits for its turn takes up to 15 MB. */
const MOST_WAITING = 5;

/**
 * Reads an email in a child process, so that a hostile one cannot block the server. Returns null if it cannot be read
 * within the limits of time and memory, and "busy" if too many emails are waiting. Throws if the process did not start.
 */
export type MailReader = (job: MailJob) => Promise<Mail | null | "busy">;

export function createMailReader(): MailReader {
  const inTurn = oneAtATime();
  let waiting = 0;
  return async (job) => {
    if (waiting > MOST_WAITING) return "busy";
    waiting += 1;
    return inTurn(() => read(job)).finally(() => (waiting -= 1));
  };
}

async function read(job: MailJob): Promise<Mail | null> {
  const child = startIsolatedProcess(CHILD, HEAP_MB);
  try {
    const started = await nextMessage(child, START_LIMIT_MS);
    if (started.message !== "ready") throw new Error(`The mail process did not start (${started.ending})`);
    child.send(job, () => {});
    const { message } = await nextMessage<{ mail: Mail | null }>(child, READ_LIMIT_MS);
    return message?.mail ?? null;
  } finally {
    child.kill("SIGKILL");
  }
}
