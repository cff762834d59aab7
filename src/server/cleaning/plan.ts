import type { BaseNeeds } from "../core/base-needs.ts";
import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import { changeoversOf, isSameDay, type NotifiedPlan, planStart } from "#domain/cleaning/changeovers.ts";
import { CLEANING_TOPIC } from "#domain/messaging/host-event.ts";
import { dayText } from "#domain/calendar/day-text.ts";
import type { Trx } from "../database/transaction.ts";
import { cleanedStays, doneDays, putDone } from "./cleaning-queries.ts";

export type PlanNeeds = Pick<BaseNeeds, "database" | "clock" | "record" | "notifyHost" | "today">;

/** The plan ends this many days ahead. */
export const AHEAD_DAYS = 60;
/**
 * For how many days an overdue cleaning can still be marked as done, even if the next guests have arrived or none are
 * booked.
 */
const BACK_DAYS = 3;
/** A new arrival is reported to the cleaner even if the cottage has been empty for up to this many days. */
const EMPTY_DAYS = 365;

/** The plan that the cleaner is notified of. */
export async function currentPlan(db: Parameters<typeof cleanedStays>[0], today: LocalDate): Promise<NotifiedPlan> {
  const stays = await cleanedStays(db, addDays(today, -EMPTY_DAYS));
  const from = planStart(stays, today);
  const until = addDays(today, AHEAD_DAYS);
  return { from, until, changeovers: changeoversOf(stays, { from, today, until }) };
}

/** The changeovers of the last days and the next weeks, and which cleanings are done. */
export async function shownPlan({ database: { db }, today }: Pick<PlanNeeds, "database" | "today">) {
  const day = await today();
  const stays = await cleanedStays(db, addDays(day, -EMPTY_DAYS));
  const recent = addDays(day, -BACK_DAYS);
  const start = planStart(stays, day);
  const from = start < recent ? start : recent;
  const done = await doneDays(db, from);
  return changeoversOf(stays, { from, today: day, until: addDays(day, AHEAD_DAYS) })
    .filter((one) => one.day >= recent || one.next !== null)
    .map((one) => ({ ...one, sameDay: isSameDay(one), done: done.get(one.day) ?? null }));
}
export type ShownPlan = Awaited<ReturnType<typeof shownPlan>>;

export type MarkResult = { ok: true } | { ok: false; message: string };

/**
 * Marks a cleaning as done, or as not done after all. A second tap changes nothing and notifies nobody. Hosts are
 * notified of what the cleaner marks, and of a host's correction to it, because others may rely on the first
 * notification.
 */
export async function markDone(
  needs: PlanNeeds,
  { day, done, by }: { day: LocalDate; done: boolean; by: string },
): Promise<MarkResult> {
  const { database, clock, today, record, notifyHost } = needs;
  const now = await today();
  if (day > now) return { ok: false, message: "This day is still in the future." };
  const plan = await shownPlan(needs);
  if (!plan.some((one) => one.day === day)) return { ok: false, message: "No cleaning is planned for this day." };
  await database.db.transaction().execute(async (trx: Trx) => {
    const before = (await doneDays(trx, day)).get(day);
    const at = clock();
    if (!(await putDone(trx, { day, done, at, by }))) return;
    const act = done ? "Marked a cleaning as done" : "Marked a cleaning as not done";
    await record({ actor: by, act, subject: `Cleaning of ${day}` }, trx);
    if (by !== CLEANER && before?.by !== CLEANER) return;
    const name = by === CLEANER ? "The cleaner" : by;
    await notifyHost(trx, {
      key: `cleaning-${done ? "done" : "not-done"}/${day}/${at.toISOString()}`,
      topic: `${CLEANING_TOPIC}${day}`,
      replacesWaiting: true,
      event: "cleaning",
      subject: `The cottage is ${done ? "clean" : "not clean after all"}: ${dayText(day)}`,
      lines: [`${name} has marked the cleaning on ${dayText(day)} as ${done ? "done" : "not done"}.`],
      link: "/admin/cleaning",
    });
  });
  return { ok: true };
}

/** The actor in the audit log for actions taken through the secret link. */
export const CLEANER = "cleaner";
