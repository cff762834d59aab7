import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import type { Logger } from "../runtime/logger.ts";
import { byHost } from "./by-host.ts";
import { remindOfConflicts } from "./conflict-store.ts";
import { forgetOldWords } from "./forget-store.ts";
import type { NotifyHost } from "./ports.ts";
import { syncChannel, type SyncNeeds } from "./sync-channel.ts";
import { notifyOfFailures } from "./failure-alert-store.ts";

/** S-60: calendars whose time has come; several of one host one after the other. */
export function readDueCalendars(needs: SyncNeeds, logger: Logger): Job {
  return {
    name: "read-due-calendars",
    everyMs: 15_000,
    run: async () => {
      await byHost(await needs.imports.due(needs.clock()), async ({ id, platform }) => {
        try {
          await syncChannel(needs, id, "schedule");
        } catch (error) {
          // One channel's trouble is not another's.
          logger.error({ err: error, platform }, "a calendar could not be taken over");
        }
      });
    },
  };
}

/** Tells the host of what has lasted too long (S-42, S-63). */
export function watchChannels(database: Database, { clock }: Pick<SyncNeeds, "clock">, notifyHost: NotifyHost): Job {
  return {
    name: "watch-channels",
    everyMs: 60_000,
    run: async () => {
      await remindOfConflicts(database.db, clock(), notifyHost);
      await notifyOfFailures(database, clock(), notifyHost);
    },
  };
}

/** S-67. */
export function forgetOldCalendars(
  database: Database,
  { clock, today, imports }: Pick<SyncNeeds, "clock" | "today" | "imports">,
): Job {
  return {
    name: "forget-old-calendars",
    everyMs: 60 * 60 * 1000,
    irreversible: true,
    run: async () =>
      forgetOldWords(database.db, {
        now: clock(),
        today: await today(),
        afterDays: (await imports.rules()).forgetAfterDays,
      }),
  };
}
