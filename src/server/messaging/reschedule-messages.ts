import { addDays } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { bookedAtOf, MOST_OF } from "#domain/messaging/custom-message.ts";
import { plannedMessages } from "#domain/messaging/planned-messages.ts";
import { replan } from "#domain/messaging/replan.ts";
import type { Trx } from "../database/transaction.ts";
import type { QueueStore, StaysStore } from "./ports.ts";

type Needs = { queue: QueueStore; stays: StaysStore };
type Manner = {
  /** What happens to a message that waits when its new time is past. */
  late?: "send" | "skip";
  /** What is noted with messages that are withdrawn. */
  why?: string;
};

/** The last message that a stay can have is due so long after its end; two more days for the zones of the world. */
const DAYS_AFTER = MOST_OF.days + 2;

/**
 * Moves every message that waits to its right instant once the cottage's zone or hours, or the host's own messages, have
 * changed, in the transaction of that change. Answers how many were moved or added. A welcome is due at once and has
 * nothing to move.
 */
export async function rescheduleMessages(
  needs: Needs,
  trx: Trx,
  now: Date,
  { late = "send", why }: Manner = {},
): Promise<number> {
  const { queue } = needs;
  const hours = await queue.hours(trx);
  const since = addDays(dayAt(now, hours.timeZone), -DAYS_AFTER);
  // Locks the calendar, so what is read from here on is what the next booking finds.
  const stays = await needs.stays.planned(trx, since, now);
  const customs = await queue.customs(trx);
  let moved = 0;
  for (const stay of stays) {
    const kept = stay.kept.filter(({ type }) => type !== "welcome");
    const bookedAt = bookedAtOf(kept.map(({ anchor }) => anchor)) ?? stay.createdAt;
    const wanted = plannedMessages(stay, { hours, customs, bookedAt, now })
      .filter(({ type }) => type !== "welcome")
      .flatMap((planned) => stay.channels.map((channel) => ({ ...planned, channel })));
    const plan = replan(kept, wanted, now, late);
    await queue.apply(trx, stay, plan, now, why);
    moved += plan.move.length + plan.add.length;
  }
  return moved;
}
