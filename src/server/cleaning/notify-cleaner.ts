import type { BaseNeeds } from "../core/base-needs.ts";
import { counted } from "#domain/text/counted.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import { type Changeover, isSameDay, type PlanChange, planChanges } from "#domain/cleaning/changeovers.ts";
import { lockKey } from "../database/dialect.ts";
import type { Trx } from "../database/transaction.ts";
import { currentPlan } from "./plan.ts";
import { CLEANER_PAGE, readPage, saveObservedPlan, saveNotified } from "./cleaning-queries.ts";

export type NotifyCleanerNeeds = Pick<BaseNeeds, "database" | "clock" | "today"> & {
  emailCleaner: (
    trx: Trx,
    email: { key: string; to: string; subject: string; lines: string[]; link: string },
  ) => Promise<void>;
};

const MINUTE_MS = 60_000;
/** A stay is often changed twice in a row, so the cleaner is notified once nothing has changed for a while. */
const QUIET_MS = 10 * MINUTE_MS;
const AT_LATEST_MS = 60 * MINUTE_MS;

/** Compares the plan with the plan that the cleaner knows, so changes are found whatever caused them. */
export async function notifyCleaner({ database, clock, today, emailCleaner }: NotifyCleanerNeeds): Promise<void> {
  const day = await today();
  if (!(await readPage(database.db))?.email) return;
  await database.db.transaction().execute(async (trx) => {
    // Otherwise, two instances could compare different plans with the same one, and the email of one would be dropped
    // although its plan is stored.
    await lockKey(database.engine, trx, CLEANER_PAGE);
    const page = await readPage(trx);
    if (!page?.email) return;
    const now = await currentPlan(trx, day);
    const changes = page.notified ? planChanges(page.notified, now) : [];
    if (!page.notified || changes.length === 0) {
      await saveNotified(trx, now, page.notifiedCount);
      return;
    }
    const at = clock();
    const seen = JSON.stringify(changes);
    const since = page.changingSince ?? at;
    const quietSince = page.seen === seen && page.seenAt ? page.seenAt : at;
    const isQuiet = at.getTime() - quietSince.getTime() >= QUIET_MS;
    if (!isQuiet && at.getTime() - since.getTime() < AT_LATEST_MS) {
      await saveObservedPlan(trx, seen, quietSince, since);
      return;
    }
    await emailCleaner(trx, {
      // If several instances find the same change, only one of them writes the email.
      key: `cleaning/${page.token.slice(0, 8)}/${page.notifiedCount + 1}`,
      to: page.email,
      subject:
        changes.length === 1 ? "A change to the cleaning plan" : `${changes.length} changes to the cleaning plan`,
      lines: changes.map(changeInWords),
      link: `/cleaning/${page.token}`,
    });
    await saveNotified(trx, now, page.notifiedCount + 1);
  });
}

function changeInWords(change: PlanChange): string {
  const { changeover } = change;
  switch (change.kind) {
    case "added":
      return `New: ${dayInWords(changeover.day)}. ${inWords(changeover)}`;
    case "removed":
      return `Not needed: ${dayInWords(changeover.day)}. No guests ${changeover.leaving === 0 ? "arrive" : "leave"} on this day.`;
    case "changed":
      return `Changed: ${dayInWords(changeover.day)}. ${inWords(changeover)} Before: ${inWords(change.before)}`;
  }
}

/** Describes a changeover in sentences without names. */
export function inWords(changeover: Changeover): string {
  const { leaving, next } = changeover;
  const arrival = next
    ? `${people(next.guests)} ${next.guests === 1 ? "arrives" : "arrive"}`
    : "No arrival is booked yet";
  if (leaving === 0) return `${arrival}.`;
  const when = isSameDay(changeover) ? " the same day" : next ? ` on ${dayInWords(next.day)}` : "";
  return `${people(leaving)} ${leaving === 1 ? "leaves" : "leave"}. ${arrival}${when}.`;
}

export function people(count: number | null): string {
  if (count === null) return "Guests (number not known)";
  return counted(count, "guest");
}

const DAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

export function dayInWords(date: LocalDate): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}
