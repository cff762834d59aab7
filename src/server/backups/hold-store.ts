import type { Db } from "../database/connect.ts";
import type { BackupPlace } from "./ports.ts";
import { createBackupRunStore } from "./store.ts";

/** What has happened since the backup is missing from it: what could do harm waits until the host has looked. */
export async function holdBack(db: Db, now: Date): Promise<void> {
  await holdCalendars(db, now);
  await holdMessages(db, now);
}

/**
 * Whoever was signed in, or had been sent a link, when the copy was made. Some of these have been ended since, perhaps
 * because they were a stranger's.
 */
export async function endSessions(db: Db): Promise<void> {
  for (const table of ["admin_session", "pending_sign_in", "sign_in_link", "setup_token"] as const)
    await db.deleteFrom(table).execute();
}

/**
 * The list of backups comes along with the database, their files do not: on another machine they would be reported as
 * there. A place that does not answer now may hold them.
 */
export async function markMissingBackups(db: Db, place: BackupPlace, now: Date): Promise<void> {
  const runs = createBackupRunStore(db);
  for (const { id, proof } of await runs.kept()) {
    if (proof && !(await place.has(proof.name).catch(() => true))) await runs.markRemoved(id, now);
  }
}

/**
 * Platforms are given no calendar and keep what they have (S-54). Where no platform has an address of ours,
 * nobody is kept waiting.
 */
async function holdCalendars(db: Db, now: Date): Promise<void> {
  if (!(await db.selectFrom("feed").select("channel").limit(1).executeTakeFirst())) return;
  const hold = { reason: "restored", since: now.toISOString() } as const;
  await db
    .insertInto("feed_hold")
    .values({ id: 1, ...hold })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(hold))
    .execute();
}

const MAY_HAVE_GONE = "Restored from a backup: it may have gone out before. Send it now if it has not.";

/** What was due before now may have gone out after the backup was made; nobody is to get it twice. */
async function holdMessages(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("scheduled_message")
    .set((eb) => ({
      status: "skipped",
      skipped_by: "clock",
      note: MAY_HAVE_GONE,
      claimed_by: null,
      lease_until: null,
      version: eb("version", "+", 1),
    }))
    .where("status", "=", "pending")
    .where("next_try_at", "<=", now.toISOString())
    .execute();
}
