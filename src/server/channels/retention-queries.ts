import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Db } from "../database/connect.ts";

/** How long raw calendars are kept (S-67). */
export const BODY_DAYS = 30;
/** Runs are kept for a year; the history of each stay is kept longer. */
const RUN_DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1000;

type Forget = { now: Date; today: LocalDate; afterDays: number };

/**
 * S-67: deletes raw calendars after 30 days, and guests' names, phone numbers and reservation codes once more than
 * `afterDays` days have passed since check-out. The host's notes are deleted by `forgetNotes`.
 */
export async function deleteOldTexts(db: Db, { now, today, afterDays }: Forget): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  await db.deleteFrom("channel_body").where("fetched_at", "<", before(BODY_DAYS)).execute();
  await db
    .deleteFrom("channel_run")
    .where("started_at", "<", before(RUN_DAYS))
    .where("id", "not in", db.selectFrom("channel_body").select("run_id"))
    .execute();
  await forgetNames(db, addDays(today, -afterDays));
  await forgetEventsOf(db, before(BODY_DAYS));
}

/** Some platforms put the guest's name into the title, and an event without a UID is identified by its title. */
const NAMING = ["uid", "summary", "feed_guest", "phone_digits", "code", "link", "guest_name", "guest_phone"] as const;

async function forgetNames(db: Db, endedBefore: LocalDate): Promise<void> {
  await db
    .updateTable("channel_stay")
    .set(Object.fromEntries(NAMING.map((column) => [column, ""])))
    .where("ends_on", "<", endedBefore)
    .where((eb) => eb.or(NAMING.map((column) => eb(column, "<>", ""))))
    .execute();
}

/**
 * Unreadable and ignored events are reported with their titles, so these reports are deleted; the result of the read is
 * kept.
 */
async function forgetEventsOf(db: Db, before: string): Promise<void> {
  const runs = await db
    .selectFrom("channel_run")
    .select(["id", "result"])
    .where("started_at", "<", before)
    .where("result", "like", "%\n%")
    .limit(1000)
    .execute();
  for (const { id, result } of runs) {
    const [sentence = ""] = result.split("\n");
    await db.updateTable("channel_run").set({ result: sentence }).where("id", "=", id).execute();
  }
}
