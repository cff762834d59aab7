import type { Database } from "../database/connect.ts";
import type { Job } from "../jobs/job.ts";
import type { Logger } from "../runtime/logger.ts";
import { remindOfConflicts } from "./conflict-store.ts";
import { forgetOldWords } from "./forget-store.ts";
import { tellOfFailures } from "./import-store.ts";
import type { Channel, TellHost } from "./ports.ts";
import { syncChannel, type SyncNeeds } from "./sync-channel.ts";

/** S-60: calendars whose time has come; several of one host one after the other. */
export function readDueCalendars(needs: SyncNeeds, logger: Logger): Job {
  return {
    name: "read-due-calendars",
    everyMs: 15_000,
    run: async () => {
      const due = Map.groupBy(await needs.imports.due(needs.clock()), hostOf);
      await Promise.all([...due.values()].map((channels) => inTurn(needs, channels, logger)));
    },
  };
}

/** One channel's trouble is not another's. */
async function inTurn(needs: SyncNeeds, channels: readonly Channel[], logger: Logger): Promise<void> {
  for (const { id, platform } of channels) {
    try {
      await syncChannel(needs, id, "schedule");
    } catch (error) {
      logger.error({ err: error, platform }, "a calendar could not be taken over");
    }
  }
}

function hostOf({ url }: Channel): string {
  return URL.canParse(url) ? new URL(url).host : "";
}

/** Tells the host of what has lasted too long (S-42, S-63). */
export function watchChannels(database: Database, { clock }: Pick<SyncNeeds, "clock">, tellHost: TellHost): Job {
  return {
    name: "watch-channels",
    everyMs: 60_000,
    run: async () => {
      await remindOfConflicts(database.db, clock(), tellHost);
      await tellOfFailures(database, clock(), tellHost);
    },
  };
}

/** S-67. */
export function forgetOldCalendars(database: Database, { clock, today, imports }: SyncNeeds): Job {
  return {
    name: "forget-old-calendars",
    everyMs: 60 * 60 * 1000,
    run: async () =>
      forgetOldWords(database.db, {
        now: clock(),
        today: await today(),
        afterDays: (await imports.rules()).forgetAfterDays,
      }),
  };
}
