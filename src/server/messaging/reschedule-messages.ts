import { addDays } from "#domain/calendar/local-date.ts";
import { dayAt } from "#domain/calendar/time-zone.ts";
import { bookedAtOf, type CustomTiming, MAX_OF } from "#domain/messaging/custom-message.ts";
import { type Late, replan, plannedMessages } from "#domain/messaging/replan.ts";
import type { StayHours } from "#domain/messaging/schedule.ts";
import type { Trx } from "../database/transaction.ts";
import type { Engine } from "../database/dialect.ts";
import { activeTimings } from "./custom-message-queries.ts";
import { readHours } from "./property-queries.ts";
import { applyReplan } from "./queue-queries.ts";
import { type PlannedStay, plannedStays } from "./stays-queries.ts";

type Manner = {
  late?: Late | undefined;
  /** The reason stored with withdrawn messages. */
  why?: string | undefined;
};

/** The last message of a stay is due at most this long after the stay ends. Two days are added for time zones. */
const DAYS_AFTER = MAX_OF.days + 2;

/**
 * Reschedules the waiting messages of all stays in the transaction that changes the property's time zone or times, or
 * the custom messages. Returns how many messages were rescheduled or added.
 */
export async function rescheduleMessages(
  engine: Engine,
  trx: Trx,
  now: Date,
  { late = "send", why }: Manner = {},
): Promise<number> {
  const hours = await readHours(trx);
  const since = addDays(dayAt(now, hours.timeZone), -DAYS_AFTER);
  // Locks the calendar, so the next booking is based on the same data that is read here.
  const stays = await plannedStays(engine, trx, since, now);
  const customs = await activeTimings(trx);
  let moved = 0;
  for (const stay of stays) moved += await rescheduleStay(trx, stay, { hours, customs, now, late, why });
  return moved;
}

type Facts = { hours: StayHours; customs: readonly CustomTiming[]; now: Date } & Manner;

/**
 * Plans and reschedules the messages of one stay, and returns how many were rescheduled or added. A welcome message is
 * due at once, so it is neither planned nor rescheduled here.
 */
export async function rescheduleStay(
  trx: Trx,
  stay: PlannedStay,
  { hours, customs, now, late, why }: Facts,
): Promise<number> {
  const existing = stay.existing.filter(({ type }) => type !== "welcome");
  const bookedAt = bookedAtOf(existing.map(({ anchor }) => anchor)) ?? stay.createdAt;
  const scheduled = plannedMessages(stay, { hours, customs, bookedAt, now })
    .filter(({ type }) => type !== "welcome")
    .flatMap((planned) => stay.channels.map((channel) => ({ ...planned, channel })));
  const plan = replan(existing, scheduled, now, late);
  await applyReplan(trx, stay, plan, now, why);
  return plan.move.length + plan.add.length;
}
