import { isGood } from "#domain/channels/bad-reading.ts";
import { FRESH_MS, SALE_BUDGET_MS, isGone } from "#domain/channels/timing.ts";
import { nameOf } from "#domain/channels/imported-stay.ts";
import { readPerServer } from "./per-server-reads.ts";
import type { Freshness } from "../database/calendar.ts";
import type { Channel } from "./ports.ts";
import { type SyncNeeds, syncOrWait } from "./sync-channel.ts";

/** Time that is reserved for importing the calendars and for the booking itself. */
const SPARE_MS = 500;

/**
 * Just before nights are claimed (S-66), reads the connected calendars whose last successful read is older than
 * `FRESH_MS`, unless their links are dead, within `SALE_BUDGET_MS` in total. Requests that arrive at the same time
 * share one read of a calendar.
 */
export function createCalendarRefresh(needs: SyncNeeds): () => Promise<Freshness> {
  const underWay = new Map<string, Promise<boolean>>();
  const readShared = (channel: Channel, since: Date, deadline: number): Promise<boolean> => {
    const known = underWay.get(channel.id);
    if (known) return known;
    const reading = readNow(needs, channel, since, deadline).finally(() => underWay.delete(channel.id));
    underWay.set(channel.id, reading);
    return reading;
  };

  return async () => {
    const channels = await needs.imports.beforeSale();
    const now = needs.clock();
    const stale = channels.filter((channel) => !isFresh(channel, now));
    if (stale.length === 0) return { unreachable: [], onUnreachable: "sell" };
    const deadline = performance.now() + SALE_BUDGET_MS;
    const read = await readPerServer(stale, (channel) => within(deadline, () => readShared(channel, now, deadline)));
    const unreachable = stale
      .filter((_, n) => read[n] !== true)
      .map(({ id, platform, name, lastOkAt }) => ({ id, name: nameOf(platform, name), since: lastOkAt }));
    return {
      unreachable,
      onUnreachable: unreachable.length > 0 ? (await needs.imports.rules()).onUnreachable : "sell",
    };
  };
}

function isFresh({ lastOkAt }: Channel, now: Date): boolean {
  // If the last read is in the future, a clock was wrong.
  return lastOkAt !== null && Math.abs(now.getTime() - lastOkAt.getTime()) <= FRESH_MS;
}

async function readNow(needs: SyncNeeds, channel: Channel, since: Date, deadline: number): Promise<boolean> {
  if (channel.state !== "connected") return false;
  // A dead link will not recover within five seconds, and the host has been notified.
  if (isGone(channel.lastState, channel.lastStatus) && channel.nextRunAt > since) return false;
  const read = await syncOrWait(needs, channel.id, "booking", { since, deadline: deadline - SPARE_MS });
  return read === "not-connected" || (read !== null && isGood(read.state));
}

/** A late read continues in the background; the booking does not wait for its result. */
function within(deadline: number, work: () => Promise<boolean>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()));
    void work()
      .catch(() => false)
      .then((done) => {
        clearTimeout(timer);
        resolve(done);
      });
  });
}
