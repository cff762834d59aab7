import type { BaseNeeds } from "../core/base-needs.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { isGood } from "#domain/channels/bad-reading.ts";
import { nextReading, nextTry } from "#domain/channels/timing.ts";
import { randomId } from "../runtime/ids.ts";
import type { Cause, ChannelAdapter, Decision, ImportStore, Known, Outcome, Run } from "./ports.ts";

export type SyncNeeds = Pick<BaseNeeds, "clock" | "logger" | "today" | "timeZone"> & {
  imports: ImportStore;
  adapter: ChannelAdapter;
  /** A random number in [0, 1). */
  chance: () => number;
};

/**
 * Reads one channel's calendar and imports it; null if this calendar or another one on the same server is already being
 * read, or if the channel is not connected.
 */
export async function syncChannel(
  needs: SyncNeeds,
  channelId: string,
  cause: Cause,
  budgetMs?: number,
): Promise<Run | null> {
  const { imports, clock, today, chance, logger } = needs;
  const lease = randomId();
  const startedAt = clock();
  const leased = await imports.lease(channelId, lease, startedAt);
  if (!leased) return null;
  const { channel, settled } = leased;
  try {
    const day = await today();
    // Which events count also depends on the day: new events enter the import window, and a closure that was too far
    // ahead to count may now count. So the first read of each day is a full one.
    const readToday = channel.lastOkAt !== null && dayAt(channel.lastOkAt, await needs.timeZone()) === day;
    const validators = settled && readToday ? channel : { etag: "", lastModified: "" };
    const request = {
      url: channel.url,
      platform: channel.platform,
      validators,
      today: day,
      ...(budgetMs ? { budgetMs } : {}),
    };
    const outcome = await needs.adapter.read(request);
    const result = { cause, startedAt, endedAt: clock(), outcome, today: day };
    if (!isGood(outcome.state)) {
      // A platform that is too slow for somebody who waits may still answer within the time of a scheduled read.
      const isCutShort = budgetMs !== undefined && outcome.state === "timeout";
      const next = (failures: number) => nextTry(result.endedAt, failures, outcome.retryAfter);
      return await imports.recordFailure(channelId, lease, result, isCutShort ? null : next);
    }
    const { pollMinutes } = await imports.rules();
    const { decideImport } = await import("./decide-import.ts");
    const decide = (known: Known): Decision =>
      outcome.calendar
        ? decideImport(known, outcome.calendar, { today: day, now: result.endedAt, newId: randomId })
        : unchanged(known);
    return await imports.importReading(
      channelId,
      lease,
      result,
      nextReading(result.endedAt, pollMinutes, chance()),
      decide,
    );
  } catch (error) {
    // An error of our own also means that we don't know what the platform has sold, so it counts like any failed read.
    logger.error({ err: error, platform: channel.platform }, "a calendar could not be imported");
    const result = { cause, startedAt, endedAt: clock(), outcome: IMPORT_FAILED };
    return await imports.recordFailure(channelId, lease, result, (failures) => nextTry(result.endedAt, failures, ""));
  } finally {
    await imports.release(channelId, lease);
  }
}

export const WAIT_MS = 100;

/**
 * Like `syncChannel`, but if the calendar is already being read, waits for that result, and if its server is busy with
 * another calendar, waits its turn. Returns null if `deadline`, a `performance.now()` time, passes first.
 */
export async function syncOrWait(
  needs: SyncNeeds,
  channelId: string,
  cause: Cause,
  { since, deadline }: { since: Date; deadline: number },
): Promise<Pick<Run, "state" | "httpStatus"> | "not-connected" | null> {
  const left = () => Math.floor(deadline - performance.now());
  while (left() > 0) {
    const run = await syncChannel(needs, channelId, cause, left());
    if (run) return run;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    const channel = await needs.imports.find(channelId);
    if (channel?.state !== "connected") return "not-connected";
    const { lastRunAt, lastState: state, lastStatus: httpStatus } = channel;
    if (lastRunAt && state && lastRunAt >= since) return { state, httpStatus };
  }
  return null;
}

export const IMPORT_FAILED: Outcome = {
  state: "import_failed",
  httpStatus: null,
  retryAfter: "",
  bytes: 0,
  calendar: null,
  validators: { etag: "", lastModified: "" },
};

/** S-05: a 304 is a successful read without changes. */
function unchanged({ channel }: Known): Decision {
  const counts = { added: 0, changed: 0, missing: 0, released: 0, ignored: 0 };
  return {
    changes: [],
    reviews: [],
    withdrawOthers: false,
    held: channel.held,
    notifications: [],
    counts,
    result: "Nothing has changed since the last sync.",
  };
}
