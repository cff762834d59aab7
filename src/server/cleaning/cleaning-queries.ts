import type { ExpressionBuilder, Kysely } from "kysely";
import { PROPERTY_ID } from "#domain/booking/booking.ts";
import type { LocalDate } from "#domain/calendar/local-date.ts";
import type { CleanedStay, NotifiedPlan } from "#domain/cleaning/changeovers.ts";
import { countsAsStay, isPlatformStay } from "../core/occupied-nights.ts";
import type { Schema } from "../database/schema.ts";
import type { Trx } from "../database/transaction.ts";

type Reader = Pick<Kysely<Schema>, "selectFrom">;
type Writer = Pick<Kysely<Schema>, "insertInto" | "updateTable" | "deleteFrom">;

const ROW = 1;
/** The name of the lock under which the page is changed (`lockKey`). */
export const CLEANER_PAGE = "cleaner_page";

export type StoredPage = {
  token: string;
  note: string;
  email: string;
  /**
   * The plan that the cleaner knows: as it was at the first check after the email address was entered, with the changes
   * emailed since; null until that check.
   */
  notified: NotifiedPlan | null;
  notifiedCount: number;
  /** The differences found at the last check, when they last changed, and since when there have been any. */
  seen: string | null;
  seenAt: Date | null;
  changingSince: Date | null;
};

/** Confirmed stays, from bookings and platforms, without personal data. */
export async function cleanedStays(db: Reader, from: LocalDate): Promise<CleanedStay[]> {
  const bookings = await db
    .selectFrom("booking")
    .select(["check_in", "check_out", "guest_count"])
    .where("property_id", "=", PROPERTY_ID)
    .where("status", "not in", ["cancelled", "pending"])
    .where("check_out", ">=", from)
    .execute();
  const imported = await db
    .selectFrom("channel_stay")
    .innerJoin("channel", "channel.id", "channel_stay.channel_id")
    .select(["starts_on", "ends_on"])
    .where("channel_stay.property_id", "=", PROPERTY_ID)
    .where("ends_on", ">=", from)
    .where((eb) => eb.or([countsAsStay(eb), isSoldWhileRequested(eb)]))
    .execute();
  return [
    ...bookings.map((row) => ({ checkIn: row.check_in, checkOut: row.check_out, guests: row.guest_count })),
    ...imported.map((row) => ({ checkIn: row.starts_on, checkOut: row.ends_on, guests: null })),
  ];
}

/**
 * Whether a platform has sold the stay, but the booking linked to it is still pending; pending bookings are not in the
 * plan.
 */
function isSoldWhileRequested(eb: ExpressionBuilder<Schema, "channel_stay" | "channel">) {
  const booking = eb.selectFrom("booking").select("booking.id").whereRef("booking.id", "=", "channel_stay.booking_id");
  return eb.and([
    eb("channel_stay.holds_nights", "=", 1),
    isPlatformStay(eb),
    eb.exists(booking.where("booking.status", "=", "pending")),
  ]);
}

export async function readPage(db: Reader): Promise<StoredPage | null> {
  const row = await db.selectFrom("cleaner_page").selectAll().where("id", "=", ROW).executeTakeFirst();
  return row
    ? {
        token: row.token,
        note: row.note,
        email: row.email,
        // Written only by `notifyCleaner`.
        notified: row.told === null ? null : (JSON.parse(row.told) satisfies NotifiedPlan),
        notifiedCount: row.told_count,
        seen: row.seen,
        seenAt: row.seen_at === null ? null : new Date(row.seen_at),
        changingSince: row.changing_since === null ? null : new Date(row.changing_since),
      }
    : null;
}

/** The page's secret URL, as a path on this site; null if there is no page. */
export const pathOf = (page: Pick<StoredPage, "token"> | null) => (page ? `/cleaning/${page.token}` : null);

/** Whether this is the current secret of the cleaner's page. */
export async function isToken(db: Reader, token: string): Promise<boolean> {
  const row = await db.selectFrom("cleaner_page").select("id").where("token", "=", token).executeTakeFirst();
  return row !== undefined;
}

/** Creates the page's secret URL, or replaces it; the note and the email address stay the same. */
export async function putToken(db: Writer, token: string, at: Date): Promise<void> {
  await db
    .insertInto("cleaner_page")
    .values({ id: ROW, token, note: "", email: "", opened_at: at.toISOString(), told_count: 0 })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ token, opened_at: at.toISOString() }))
    .execute();
}

export async function removePage(db: Writer): Promise<void> {
  await db.deleteFrom("cleaner_page").execute();
}

export async function savePageTexts(trx: Trx, words: { note?: string; email?: string }): Promise<void> {
  // Emails to a new address report only later changes.
  const isNew = words.email !== undefined && words.email !== (await readPage(trx))?.email;
  const restart = isNew ? { told: null, seen: null, seen_at: null, changing_since: null } : {};
  await trx
    .updateTable("cleaner_page")
    .set({ ...words, ...restart })
    .where("id", "=", ROW)
    .execute();
}

export async function saveNotified(trx: Trx, notified: NotifiedPlan, count: number): Promise<void> {
  await trx
    .updateTable("cleaner_page")
    .set({ told: JSON.stringify(notified), told_count: count, seen: null, seen_at: null, changing_since: null })
    .where("id", "=", ROW)
    .execute();
}

export async function saveObservedPlan(trx: Trx, seen: string, at: Date, since: Date): Promise<void> {
  await trx
    .updateTable("cleaner_page")
    .set({ seen, seen_at: at.toISOString(), changing_since: since.toISOString() })
    .where("id", "=", ROW)
    .execute();
}

export async function doneDays(db: Reader, from: LocalDate): Promise<Map<LocalDate, { at: string; by: string }>> {
  const rows = await db.selectFrom("cleaning_done").selectAll().where("day", ">=", from).execute();
  return new Map(rows.map((row) => [row.day, { at: row.done_at, by: row.done_by }]));
}

/** Returns whether the call changed anything. */
export async function putDone(
  db: Writer,
  { day, done, at, by }: { day: LocalDate; done: boolean; at: Date; by: string },
): Promise<boolean> {
  if (!done) {
    const gone = await db.deleteFrom("cleaning_done").where("day", "=", day).executeTakeFirst();
    return Number(gone.numDeletedRows) > 0;
  }
  const added = await db
    .insertInto("cleaning_done")
    .values({ day, done_at: at.toISOString(), done_by: by })
    .onConflict((conflict) => conflict.column("day").doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0) > 0;
}
