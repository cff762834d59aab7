import type { Job } from "../jobs/job.ts";
import type { Logger } from "../runtime/logger.ts";
import { type CollectNeeds, collectUnused } from "./collect-unused.ts";
import { type FormatNeeds, makeFormats } from "./make-formats.ts";

/** How often to look for files that were left unfinished, by this or another instance. */
const LOOK_EVERY_MS = 60_000;
const COLLECT_EVERY_MS = 60 * 60_000;

/** Creates formats and link preview crops at once, and regularly completes those that were left unfinished. */
export function formatJob(
  needs: FormatNeeds,
  logger: Logger,
): { job: Job; wake: () => void; settle: () => Promise<void> } {
  let current: Promise<void> | null = null;
  let again = false;

  async function work(): Promise<void> {
    do {
      again = false;
      while (await makeFormats(needs));
    } while (again);
  }
  function run(): Promise<void> {
    again = true;
    current ??= work().finally(() => {
      current = null;
    });
    return current;
  }
  return {
    job: { name: "make picture formats", everyMs: LOOK_EVERY_MS, run },
    wake: () =>
      void run().catch((error: unknown) => logger.warn({ err: error }, "could not create the formats of a picture")),
    settle: async () => {
      await current?.catch(() => {});
    },
  };
}

export function collectJob(needs: CollectNeeds): Job {
  return {
    name: "delete unused pictures",
    everyMs: COLLECT_EVERY_MS,
    irreversible: true,
    run: () => collectUnused(needs),
  };
}
