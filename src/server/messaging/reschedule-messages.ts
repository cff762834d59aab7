import { addDays } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { replan } from "#domain/messaging/replan.ts";
import { calledFor, scheduleOf } from "#domain/messaging/schedule.ts";
import type { Trx } from "../database/transaction.ts";
import type { QueueStore, StaysStore } from "./ports.ts";

type Needs = { queue: QueueStore; stays: StaysStore };

/** The last message of a stay is due a day after its end; another day for the zones of the world. */
const DAYS_AFTER = 2;

/**
 * Moves every message that waits to its right instant once the cottage's zone or hours have changed, in the transaction
 * of that change. Answers how many were moved. A welcome is due at once and has nothing to move.
 */
export async function rescheduleMessages({ queue, stays }: Needs, trx: Trx, now: Date): Promise<number> {
  const hours = await queue.hours(trx);
  const since = addDays(dayAt(now, hours.timeZone), -DAYS_AFTER);
  let moved = 0;
  for (const stay of await stays.planned(trx, since, now)) {
    const wanted = calledFor(stay.status, scheduleOf(stay, hours, now))
      .filter(({ type }) => type !== "welcome")
      .flatMap((planned) => stay.channels.map((channel) => ({ ...planned, channel })));
    const kept = stay.kept.filter(({ type }) => type !== "welcome");
    const plan = replan(kept, wanted, now);
    await queue.apply(trx, stay, plan, now);
    moved += plan.move.length + plan.add.length;
  }
  return moved;
}
