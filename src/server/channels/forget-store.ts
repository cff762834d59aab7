import { addDays, type LocalDate } from "#domain/calendar/local-date.ts";
import type { Db } from "../database/connect.ts";

const BODY_DAYS = 30;
/** Runs are kept for a year; what they changed stays with the stays. */
const RUN_DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1000;

/** S-67: raw calendars after 30 days, and what names a platform's guest some time after the check-out. */
export async function forgetOldWords(
  db: Db,
  { now, today, afterDays }: { now: Date; today: LocalDate; afterDays: number },
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  await db.deleteFrom("channel_body").where("fetched_at", "<", before(BODY_DAYS)).execute();
  await db
    .deleteFrom("channel_run")
    .where("started_at", "<", before(RUN_DAYS))
    .where("id", "not in", db.selectFrom("channel_body").select("run_id"))
    .execute();
  await db
    .updateTable("channel_stay")
    .set({ feed_guest: "", phone_digits: "", code: "", link: "", guest_name: "", guest_phone: "" })
    .where("ends_on", "<", addDays(today, -afterDays))
    .where((eb) =>
      eb.or(
        (["feed_guest", "phone_digits", "code", "link", "guest_name", "guest_phone"] as const).map((column) =>
          eb(column, "<>", ""),
        ),
      ),
    )
    .execute();
}
