import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import { readPerServer } from "./per-server-reads.ts";
import { closePassedConflicts, remindOfConflicts } from "./update-conflicts.ts";
import { deleteOldTexts } from "./retention-queries.ts";
import type { NotifyHost } from "../core/host.ts";
import { syncChannel, type SyncNeeds } from "./sync-channel.ts";
import { notifyOfFailures } from "./notify-of-failures.ts";

/** S-60: reads the calendars that are due. Calendars on the same server are read one after another. */
export function readDueCalendars(needs: SyncNeeds): Job {
  return {
    name: "read-due-calendars",
    everyMs: 15_000,
    run: async () => {
      await readPerServer(await needs.imports.due(needs.clock()), async ({ id, platform }) => {
        try {
          await syncChannel(needs, id, "schedule");
        } catch (error) {
          // An error in one channel does not stop the others.
          needs.logger.error({ err: error, platform }, "the failure of an import could not be recorded");
        }
      });
    },
  };
}

/**
 * Closes conflicts whose nights have passed (S-43), and notifies the host of conflicts and failures that have lasted
 * too long (S-42, S-63).
 */
export function watchChannels(
  database: Database,
  { clock, today }: Pick<SyncNeeds, "clock" | "today">,
  notifyHost: NotifyHost,
): Job {
  return {
    name: "watch-channels",
    everyMs: 60_000,
    irreversible: true,
    run: async () => {
      await closePassedConflicts(database, clock(), await today(), notifyHost);
      await remindOfConflicts(database.db, clock(), notifyHost);
      await notifyOfFailures(database, clock(), notifyHost);
    },
  };
}

/** Deletes data that S-67 lets us keep only for a limited time: raw calendars, and guests' names and numbers. */
export function deleteOldCalendars(
  database: Database,
  { clock, today, imports }: Pick<SyncNeeds, "clock" | "today" | "imports">,
): Job {
  return {
    name: "delete-old-calendars",
    everyMs: 60 * 60 * 1000,
    irreversible: true,
    run: async () =>
      deleteOldTexts(database.db, {
        now: clock(),
        today: await today(),
        afterDays: (await imports.rules()).forgetAfterDays,
      }),
  };
}
